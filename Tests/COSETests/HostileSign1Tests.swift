// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Testing

/// F-J7: what a COSE_Sign1 must not be.
struct HostileSign1Tests {
    static let key = P256.Signing.PrivateKey()
    static let payload: [UInt8] = [1, 2, 3]
    static let es256 = hex("a10126")

    static func message(
        protected: [UInt8] = es256, unprotected: CBOR = .map(CBORMap()), payload: CBOR = .bytes(payload), signature: [UInt8]? = nil
    ) throws -> CBOR {
        let input = COSESign1.toBeSigned(protectedBytes: protected, payload: Self.payload)
        return .array([.bytes(protected), unprotected, payload, .bytes(try signature ?? key.sign(input))])
    }

    static func map(_ pairs: (CBOR, CBOR)...) -> CBOR {
        var map = CBORMap()
        for (key, value) in pairs { map[key] = value }
        return .map(map)
    }

    @Test func `a message of ours is accepted, and no other key made it`() async throws {
        var header = CBORMap()
        header[4] = .bytes([7])
        for isDetached in [false, true] {
            let made = try await COSESign1.signed(payload: Self.payload, isDetached: isDetached, unprotected: header) {
                try Self.key.sign($0)
            }
            let read = try COSESign1(CBOR(decoding: made.item.encode(), strictness: .coreDeterministic))
            #expect(read == made)
            #expect(read.isSigned(by: Self.key.publicKey, detached: isDetached ? Self.payload : nil))
            #expect(!read.isSigned(by: Self.key.publicKey, detached: isDetached ? nil : Self.payload))
            #expect(!read.isSigned(by: Self.key.publicKey, detached: isDetached ? Self.payload + [0] : nil) || !isDetached)
            #expect(!read.isSigned(by: P256.Signing.PrivateKey().publicKey, detached: isDetached ? Self.payload : nil))
        }
    }

    @Test func `headers that say another algorithm, or say it elsewhere, are refused`() throws {
        let one = CBOR.unsigned(1)
        let cases: [(String, CBOR)] = [
            ("nothing protected", try Self.message(protected: [])), ("an empty map", try Self.message(protected: hex("a0"))),
            ("alg unprotected only", try Self.message(protected: [], unprotected: Self.map((one, CBOR(-7))))),
            ("alg in both", try Self.message(unprotected: Self.map((one, CBOR(-7))))),
            ("ES384", try Self.message(protected: hex("a1013822"))), ("EdDSA", try Self.message(protected: hex("a10127"))),
            ("HMAC", try Self.message(protected: hex("a10105"))), ("a name", try Self.message(protected: hex("a101654553323536"))),
            ("a float", try Self.message(protected: hex("a101f9c700"))), ("null", try Self.message(protected: hex("a101f6"))),
            ("an array", try Self.message(protected: hex("a1018126"))),
            ("alg as text label", try Self.message(protected: hex("a163616c6726"))),
        ]
        for (name, item) in cases { expectError(.unacceptableAlgorithm, "\(name)") { _ = try COSESign1(item) } }
    }

    @Test func `headers that are none, are critical or contradict each other are refused`() throws {
        let cases: [(String, CBOR)] = [
            ("crit", try Self.message(protected: hex("a20126028118c8"))), ("crit of alg", try Self.message(protected: hex("a20126028101"))),
            ("empty crit", try Self.message(protected: hex("a201260280"))),
            ("crit unprotected", try Self.message(unprotected: Self.map((.unsigned(2), .array([.unsigned(4)]))))),
            ("a label in both", try Self.message(protected: hex("a201260441ff"), unprotected: Self.map((.unsigned(4), .bytes([1]))))),
            ("a label of bytes", try Self.message(unprotected: Self.map((.bytes([4]), .bytes([1]))))),
            ("a protected label of null", try Self.message(protected: hex("a20126f600"))),
            ("not a map", try Self.message(protected: hex("8126"))), ("trailing bytes", try Self.message(protected: hex("a1012600"))),
            ("alg twice", try Self.message(protected: hex("a201260126"))),
            ("alg twice, once not minimal", try Self.message(protected: hex("a20126180126"))),
            ("not minimal", try Self.message(protected: hex("a10138" + "06"))),
            ("indefinite", try Self.message(protected: hex("bf0126ff"))),
            ("too deep", try Self.message(protected: hex("a20126048181818181818100"))), ("cut", try Self.message(protected: hex("a101"))),
        ]
        for (name, item) in cases { expectError(.unacceptableHeader, "\(name)") { _ = try COSESign1(item) } }
    }

    @Test func `what is not four parts of the right kinds is refused`() throws {
        let good = try #require(Self.message().array)
        let replaced: [(Int, CBOR)] = [
            (0, .map(CBORMap())), (0, .text("a10126")), (0, .null), (1, .array([])), (1, .bytes([0xa0])), (1, .null),
            (2, .text("abc")), (2, .undefined), (2, .tagged(24, .bytes([1]))), (2, .array([])), (3, .null), (3, .text("x")),
            (3, .array([])),
        ]
        for (index, part) in replaced {
            var parts = good
            parts[index] = part
            expectError(.malformed) { _ = try COSESign1(.array(parts)) }
        }
        let whole: [CBOR] = [
            .array(Array(good.dropLast())), .array(good + [.null]), .array([]), .null, .map(CBORMap()), .tagged(18, .array(good)),
            .tagged(98, .array(good)),
        ]
        for item in whole { expectError(.malformed) { _ = try COSESign1(item) } }
        for item in [CBOR.array(good), .tagged(17, .array(good)), .tagged(18, .tagged(18, .array(good)))] {
            expectError(.malformed) { _ = try COSESign1(tagged: item) }
        }
    }

    @Test func `signatures of another length are refused, of another form or context they do not hold`() throws {
        let signature = try Self.key.signature(for: COSESign1.toBeSigned(protectedBytes: Self.es256, payload: Self.payload))
        let raw = Array(signature.rawRepresentation)
        for bytes in [[], Array(raw.dropLast()), raw + [0], Array(signature.derRepresentation), raw + raw] {
            expectError(.signatureLength) { _ = try COSESign1(Self.message(signature: bytes)) }
        }
        let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        for context in ["Signature", "CounterSignature", "MAC0", "signature1", "Signature1 "] {
            let input = CBOR.array([.text(context), .bytes(Self.es256), .bytes([]), .bytes(Self.payload)]).encode()
            let message = try COSESign1(Self.message(signature: Self.key.sign(input)))
            #expect(!message.isSigned(by: Self.key.publicKey), "\(context)")
        }
        for bytes in [[UInt8](repeating: 0, count: 64), [UInt8](repeating: 255, count: 64), order + order, raw.suffix(32) + raw.prefix(32)]
        {
            #expect(try !COSESign1(Self.message(signature: bytes)).isSigned(by: Self.key.publicKey))
        }
        // The payload alone, or a structure without external data's place.
        for input in [Self.payload, CBOR.array([.text("Signature1"), .bytes(Self.es256), .bytes(Self.payload)]).encode()] {
            #expect(try !COSESign1(Self.message(signature: Self.key.sign(input))).isSigned(by: Self.key.publicKey))
        }
    }

    @Test func `a signer that fails, or returns something else, makes no message`() async {
        struct Broken: Error {}
        await #expect(throws: Broken.self) { try await COSESign1.signed(payload: [1]) { _ in throw Broken() } }
        for bytes in [[], [UInt8](repeating: 1, count: 63), [UInt8](repeating: 1, count: 71)] {
            await #expect(throws: COSEError.self) { try await COSESign1.signed(payload: [1]) { _ in bytes } }
        }
    }
}
