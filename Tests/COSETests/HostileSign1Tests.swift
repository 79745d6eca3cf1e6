// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Testing

/// F-J7: invalid COSE_Sign1 messages.
struct HostileSign1Tests {
    private static let key = Sign1Mutations.key
    private static let payload = Sign1Mutations.payload

    @Test func `a signed message verifies with its own key only`() async throws {
        var header = CBORMap()
        header[4] = .bytes([7])
        for isDetached in [false, true] {
            let made = try await COSESign1.signed(payload: Self.payload, isDetached: isDetached, unprotected: header) {
                try Self.key.sign($0)
            }
            let read = try COSESign1(CBORItem(decoding: made.item.encode(), strictness: .coreDeterministic))
            #expect(read == made)
            #expect(read.isSigned(by: Self.key.publicKey, detached: isDetached ? Self.payload : nil))
            #expect(!read.isSigned(by: Self.key.publicKey, detached: isDetached ? nil : Self.payload))
            #expect(!read.isSigned(by: Self.key.publicKey, detached: isDetached ? Self.payload + [0] : nil) || !isDetached)
            #expect(!read.isSigned(by: P256.Signing.PrivateKey().publicKey, detached: isDetached ? Self.payload : nil))
        }
    }

    @Test func `headers with another algorithm, or with it in the wrong place, are refused`() throws {
        for example in try Sign1Mutations.algorithms() {
            expectError(.unacceptableAlgorithm, "\(example.name)") { _ = try COSESign1(example.item) }
        }
    }

    @Test func `malformed, critical and contradictory headers are refused`() throws {
        for example in try Sign1Mutations.headers() {
            expectError(.unacceptableHeader, "\(example.name)") { _ = try COSESign1(example.item) }
        }
    }

    @Test(arguments: ["a1013806", "bf0126ff", "b8010126", "a1180126", "a101390006"])
    func `a protected header in any encoding is accepted because the signature covers its bytes`(header: String) throws {
        let bytes = hex(header)
        let message = try COSESign1(Sign1Mutations.message(protected: bytes))
        #expect(message.protectedBytes == bytes)
        #expect(message.isSigned(by: Self.key.publicKey))
    }

    @Test func `a protected header with as many labels as allowed is accepted, one with a label more is refused`() throws {
        // A map of n labels is 2n + 1 items.
        let most = Int64(COSESign1.headerLimits.items - 1) / 2
        func header(labels: Int64) -> [UInt8] {
            var map = CBORMap()
            map[COSELabel.algorithm] = CBORItem(-7)
            for label in 1..<labels { map[1000 + label] = .null }
            return CBORItem.map(map).encode()
        }
        #expect(try COSESign1(Sign1Mutations.message(protected: header(labels: most))).protected.count == Int(most))
        expectError(.unacceptableHeader) { _ = try COSESign1(Sign1Mutations.message(protected: header(labels: most + 1))) }
    }

    @Test func `anything but an array of four parts of the right types is refused`() throws {
        for example in try Sign1Mutations.forms() {
            expectError(.malformed, "\(example.name)") { _ = try COSESign1(example.item) }
        }
        let good = try Sign1Mutations.message()
        for item in [good, .tagged(17, good), .tagged(18, .tagged(18, good))] {
            expectError(.malformed) { _ = try COSESign1(tagged: item) }
        }
    }

    @Test func `a signature of a wrong length is refused, and one in a wrong form or context does not verify`() throws {
        for example in try Sign1Mutations.lengths() {
            expectError(.signatureLength, "\(example.name)") { _ = try COSESign1(example.item) }
        }
        for example in try Sign1Mutations.signatures() {
            let message = try COSESign1(example.item)
            #expect(!message.isSigned(by: Self.key.publicKey), "\(example.name)")
        }
    }

    @Test func `a signer that fails or returns a wrong length creates no message`() async {
        struct Broken: Error {}
        await #expect(throws: Broken.self) { try await COSESign1.signed(payload: [1]) { _ in throw Broken() } }
        for bytes in [[], [UInt8](repeating: 1, count: 63), [UInt8](repeating: 1, count: 71)] {
            await #expect(throws: COSEError.self) { try await COSESign1.signed(payload: [1]) { _ in bytes } }
        }
    }
}
