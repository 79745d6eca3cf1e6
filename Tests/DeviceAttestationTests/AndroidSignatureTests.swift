// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Testing

@Suite struct `An Android device key's signature` {
    let key = P256.Signing.PrivateKey()
    let message = Array("message".utf8)

    private func verify(_ signature: [UInt8], over message: [UInt8]? = nil, by other: P256.Signing.PublicKey? = nil) throws {
        try AndroidKeyAttestationVerifier.verify(
            signature: signature, over: message ?? self.message, publicKey: other ?? key.publicKey)
    }

    private func signature() throws -> [UInt8] { Array(try key.signature(for: message).derRepresentation) }

    @Test func `a device key's signature verifies over messages of any length`() throws {
        for message in [[], message, [UInt8](repeating: 7, count: 100_000)] {
            try verify(Array(try key.signature(for: message).derRepresentation), over: message)
        }
    }

    @Test func `a device key's signature does not verify over a different message or with a different key`() async throws {
        let signature = try signature()
        await expectRejection(.signature) { try verify(signature, over: message + [0]) }
        await expectRejection(.signature) { try verify(signature, over: []) }
        await expectRejection(.signature) { try verify(signature, by: P256.Signing.PrivateKey().publicKey) }
        // A signature over the hash in place of the message.
        let twice = Array(try key.signature(for: Array(SHA256.hash(data: message))).derRepresentation)
        await expectRejection(.signature) { try verify(twice) }
        let long = Array(try key.signature(for: SHA384.hash(data: message)).derRepresentation)
        await expectRejection(.signature) { try verify(long) }
    }

    @Test func `a device key's signature in any form but DER is refused`() async throws {
        let raw = try key.signature(for: message)
        let (r, s) = (Array(raw.rawRepresentation.prefix(32)), Array(raw.rawRepresentation.suffix(32)))
        func integer(_ bytes: [UInt8]) -> [UInt8] { [0x02, UInt8(bytes.count)] + bytes }
        func sequence(_ bytes: [UInt8]) -> [UInt8] { [0x30, UInt8(bytes.count)] + bytes }
        let signature = try signature()
        let wrong: [[UInt8]] = [
            [], [0x30], [0x30, 0x00], r + s, signature + [0], Array(signature.dropLast()), [0x30, 0x81] + signature.dropFirst(),
            [0x30, 0x80] + signature.dropFirst(2) + [0, 0], [0x31] + signature.dropFirst(),
            sequence(integer([0, 0] + r) + integer([0] + s)), sequence(integer([0] + r)),
            sequence(integer([0] + r) + integer([0] + s) + [0x05, 0x00]), sequence(integer([]) + integer([0] + s)),
            sequence(integer([0] + r + [0]) + integer([0] + s)), sequence([0x04, 0x20] + r + [0x04, 0x20] + s),
        ]
        for bytes in wrong {
            #expect(throws: AttestationRejection.self, "\(bytes.count) bytes") { try verify(bytes) }
        }
        for length in signature.indices {
            await expectRejection(.malformed, "\(length) bytes") { try verify(Array(signature.prefix(length))) }
        }
    }

    @Test func `a device key's signature with numbers outside its range is refused`() async throws {
        let order: [UInt8] = [
            0x00, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad,
            0xa7,
            0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
        ]
        for r in [[0x00], [0x01], order, [0x00] + [UInt8](repeating: 0xff, count: 32)] as [[UInt8]] {
            for s in [[0x00], [0x01], order] as [[UInt8]] {
                let body = [0x02, UInt8(r.count)] + r + [0x02, UInt8(s.count)] + s
                await expectRejection(.signature) { try verify([0x30, UInt8(body.count)] + body) }
            }
        }
    }

    @Test func `a device key's signature with any bit changed is refused`() throws {
        let signature = try signature()
        for index in signature.indices {
            for bit in 0..<8 {
                var changed = signature
                changed[index] ^= 1 << bit
                #expect(throws: AttestationRejection.self) { try verify(changed) }
            }
        }
    }
}
