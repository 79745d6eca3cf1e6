// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Crypto
import DeviceAttestation
import Foundation
import Testing

@Suite struct `Assertions` {
    let key = P256.Signing.PrivateKey()
    let verifier = AppAttestVerifier(roots: [], appID: AppID(teamID: "ABCDE12345", bundleID: "nl.example.wallet"), environment: .production)
    let clientData = Array("the message".utf8)

    /// An assertion with these parameters; the defaults give one that must be accepted.
    private func assertion(
        key: P256.Signing.PrivateKey? = nil, over clientData: [UInt8]? = nil, appID: AppID? = nil, counter: UInt32 = 1,
        changeData: (inout [UInt8]) -> Void = { _ in }
    ) throws -> AppAttestAssertion {
        var data = AuthenticatorData(relyingPartyIDHash: (appID ?? verifier.appID).relyingPartyIDHash, counter: counter).encode()
        changeData(&data)
        let hash = Array(SHA256.hash(data: clientData ?? self.clientData))
        let nonce = AppAttestNonce(authenticatorData: data, clientDataHash: hash)
        return AppAttestAssertion(
            signature: Array(try (key ?? self.key).signature(for: nonce.bytes).derRepresentation), authenticatorData: data)
    }

    private func verify(_ bytes: [UInt8], previousCounter: UInt32 = 0) throws -> UInt32 {
        try verifier.verify(assertion: bytes, clientData: clientData, publicKey: key.publicKey, previousCounter: previousCounter)
    }

    @Test func `a valid assertion is accepted and returns the new counter`() throws {
        #expect(try verify(assertion().encode()) == 1)
        #expect(try verify(assertion(counter: .max).encode(), previousCounter: .max - 1) == .max)
        #expect(try verify(assertion(counter: 100).encode(), previousCounter: 7) == 100)
    }

    @Test(
        arguments: [(0, 0), (1, 1), (1, 2), (0xff, 0x100), (0x7fff_ffff, 0x8000_0000), (UInt32.max, UInt32.max), (0, UInt32.max)]
            as [(UInt32, UInt32)])
    func `an assertion is refused when the counter does not grow`(counter: UInt32, previous: UInt32) async {
        await expectRejection(.counter) { _ = try verify(assertion(counter: counter).encode(), previousCounter: previous) }
    }

    @Test func `an assertion is refused for a different key, message or app`() async {
        await expectRejection(.signature) { _ = try verify(assertion(key: P256.Signing.PrivateKey()).encode()) }
        await expectRejection(.signature) { _ = try verify(assertion(over: clientData + [0]).encode()) }
        await expectRejection(.signature) { _ = try verify(assertion(over: []).encode()) }
        await expectRejection(.appID) { _ = try verify(assertion(appID: AppID(teamID: "ABCDE12345", bundleID: "x")).encode()) }
    }

    @Test func `an assertion is refused when the nonce itself was signed as the digest`() async throws {
        // Valid assertions sign the hash of the nonce; this one signs the nonce as if it were the hash.
        let data = AuthenticatorData(relyingPartyIDHash: verifier.appID.relyingPartyIDHash, counter: 1).encode()
        let message = data + Array(SHA256.hash(data: clientData))
        let once = AppAttestAssertion(
            signature: Array(try key.signature(for: message).derRepresentation), authenticatorData: data)
        await expectRejection(.signature) { _ = try verify(once.encode()) }
    }

    @Test func `an assertion with any bit changed, truncated anywhere or extended is refused`() async throws {
        let whole = try assertion().encode()
        for index in whole.indices {
            for bit in 0..<8 {
                var bytes = whole
                bytes[index] ^= 1 << bit
                #expect(throws: AttestationRejection.self, "byte \(index), bit \(bit)") { try verify(bytes) }
            }
            await expectRejection(.malformed) { _ = try verify(Array(whole.prefix(index))) }
        }
        await expectRejection(.malformed) { _ = try verify(whole + [0]) }
        await expectRejection(.malformed) { _ = try verify([]) }
    }

    @Test func `an assertion with a changed counter or app under the old signature is refused`() async throws {
        let right = try assertion()
        for index in right.authenticatorData.indices where index != 32 {
            var data = right.authenticatorData
            data[index] ^= 0x02
            let changed = AppAttestAssertion(signature: right.signature, authenticatorData: data)
            await expectRejection(.signature) { _ = try verify(changed.encode()) }
        }
    }

    @Test func `an assertion whose signature is not exactly DER is refused`() async throws {
        let right = try assertion()
        let raw = Array(try P256.Signing.ECDSASignature(derRepresentation: right.signature).rawRepresentation)
        for signature in [[], raw, right.signature + [0], Array(right.signature.dropLast()), [0x30, 0x00]] {
            let changed = AppAttestAssertion(signature: signature, authenticatorData: right.authenticatorData)
            await expectRejection(.signature) { _ = try verify(changed.encode()) }
        }
    }

    @Test func `an assertion may have extensions, but no credential or other trailing data`() async throws {
        let credential = AttestedCredential(
            aaguid: verifier.environment.aaguid, id: key.publicKey.appAttestKeyID, publicKey: key.publicKey
        ).encode()
        await expectRejection(.malformed) { _ = try verify(assertion(changeData: { $0 += credential }).encode()) }
        await expectRejection(.malformed) { _ = try verify(assertion(changeData: { $0 += [0] }).encode()) }
        await expectRejection(.malformed) { _ = try verify(assertion(changeData: { $0.removeLast() }).encode()) }
        await expectRejection(.malformed) { _ = try verify(assertion(changeData: { $0[32] = 0 }).encode()) }
        #expect(try verify(assertion(changeData: { $0 += [0xa1, 0x61, 0x61, 0x01] }).encode()) == 1)
    }

    @Test func `an assertion with a missing, duplicate, additional or wrongly typed member is refused`() async throws {
        let right = try assertion()
        var map = CBORMap()
        map["signature"] = .bytes(right.signature)
        await expectRejection(.malformed) { _ = try verify(CBORItem.map(map).encode()) }
        map["authenticatorData"] = .bytes(right.authenticatorData)
        #expect(CBORItem.map(map).encode() == right.encode())
        var longer = map
        longer["more"] = .null
        var mistyped = map
        mistyped["signature"] = .array([.bytes(right.signature)])
        for item in [CBORItem.map(longer), .map(mistyped), .array([.map(map)]), .tagged(55799, .map(map)), .null] {
            await expectRejection(.malformed) { _ = try verify(item.encode()) }
        }
        let member = Array(CBORItem.text("signature").encode() + CBORItem.bytes(right.signature).encode())
        await expectRejection(.malformed) { _ = try verify([0xa3] + right.encode().dropFirst() + member) }
    }
}
