// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Testing

/// Messages whose signature is made elsewhere and added later.
struct TwoPhaseTests {
    private static let key = Sign1Mutations.key
    private static let payload = ExampleTests.content
    private static let external = hex("11aa22bb33cc44dd55006699")

    /// Attached and detached messages, without and with external data.
    private static func messages(_ payload: [UInt8] = payload) -> [UnsignedSign1] {
        [false, true].flatMap { isDetached in
            [[], external].map { UnsignedSign1(payload: payload, isDetached: isDetached, externalAAD: $0) }
        }
    }

    @Test func `the bytes to sign equal ToBeSign_hex of the examples, whether the payload is attached or detached`() {
        let plain = hex("846A5369676E61747572653143A101264054546869732069732074686520636F6E74656E742E")
        let withExternal = hex("846A5369676E61747572653143A101264C11AA22BB33CC44DD5500669954546869732069732074686520636F6E74656E742E")
        #expect(Self.messages().map(\.toBeSigned) == [plain, withExternal, plain, withExternal])
    }

    @Test func `a signature that is added later makes the same message as signing in one call`() async throws {
        var header = CBORMap()
        header[4] = .bytes([7])
        for isDetached in [false, true] {
            let unsigned = UnsignedSign1(
                payload: Self.payload, isDetached: isDetached, unprotected: header, externalAAD: Self.external)
            let signature = try Self.key.sign(unsigned.toBeSigned)
            let inOneCall = try await COSESign1.signed(
                payload: Self.payload, isDetached: isDetached, unprotected: header, externalAAD: Self.external
            ) { input in
                #expect(input == unsigned.toBeSigned)
                return signature
            }
            let message = try unsigned.signed(with: signature)
            #expect(message == inOneCall && message.unprotected == header)
            #expect(message.payload == (isDetached ? nil : Self.payload))
            let read = try COSESign1(CBORItem(decoding: message.item.encode(), strictness: .coreDeterministic))
            let detached = isDetached ? Self.payload : nil
            #expect(read.isSigned(by: Self.key.publicKey, detached: detached, externalAAD: Self.external))
            #expect(!read.isSigned(by: Self.key.publicKey, detached: detached))
        }
    }

    @Test func `signatures of a batch verify in their order only`() throws {
        let batch = ([[1], [2], [3]] as [[UInt8]]).map { UnsignedSign1(payload: $0) }
        let signatures = try batch.map { try Self.key.sign($0.toBeSigned) }
        for (place, unsigned) in batch.enumerated() {
            for (other, signature) in signatures.enumerated() {
                let message = try unsigned.signed(with: signature)
                #expect(message.isSigned(by: Self.key.publicKey) == (place == other), "\(place), \(other)")
            }
        }
    }

    @Test func `a signature by another key, or of another external data, makes a message that does not verify`() throws {
        let plain = UnsignedSign1(payload: Self.payload)
        let foreign = try plain.signed(with: P256.Signing.PrivateKey().sign(plain.toBeSigned))
        #expect(!foreign.isSigned(by: Self.key.publicKey))
        let bound = UnsignedSign1(payload: Self.payload, externalAAD: Self.external)
        let message = try bound.signed(with: Self.key.sign(plain.toBeSigned))
        #expect(!message.isSigned(by: Self.key.publicKey, externalAAD: Self.external))
    }

    @Test func `a signature that is not 64 bytes is refused, also in DER`() throws {
        for unsigned in Self.messages() {
            let der = Array(try Self.key.signature(for: unsigned.toBeSigned).derRepresentation)
            for signature in [[], [UInt8](repeating: 1, count: 63), [UInt8](repeating: 1, count: 65), der] {
                expectError(.signatureLength, "\(signature.count)") { _ = try unsigned.signed(with: signature) }
            }
        }
    }

    @Test func `an unprotected header with an algorithm or a critical label is refused`() throws {
        for (label, code) in [(1, .unacceptableAlgorithm), (2, .unacceptableHeader)] as [(Int64, COSEError.Code)] {
            var header = CBORMap()
            header[label] = CBORItem(-7)
            let unsigned = UnsignedSign1(payload: Self.payload, unprotected: header)
            let signature = try Self.key.sign(unsigned.toBeSigned)
            expectError(code, "\(label)") { _ = try unsigned.signed(with: signature) }
        }
    }

    @Test func `messages are equal only if payload, its place and unprotected header are`() {
        var header = CBORMap()
        header[4] = .bytes([7])
        let messages = Self.messages() + Self.messages([1]) + [UnsignedSign1(payload: Self.payload, unprotected: header)]
        #expect(Set(messages).count == messages.count)
        #expect(UnsignedSign1(payload: Self.payload) == messages[0])
    }
}
