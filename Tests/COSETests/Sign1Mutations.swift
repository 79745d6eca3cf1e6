// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto

/// F-J7: invalid COSE_Sign1 messages by a valid key, for these tests and the Python judge.
enum Sign1Mutations {
    /// A message that must be refused.
    struct Case: Sendable {
        let name: String
        let item: CBORItem
        /// True if PyPI pycose and cbor2 accept the message and leave this check to their caller.
        var isLeftToCaller = false
    }

    static let key = P256.Signing.PrivateKey()
    static let payload: [UInt8] = [1, 2, 3]
    static let es256 = hex("a10126")

    /// A message with a valid signature, whatever its headers.
    static func message(
        protected: [UInt8] = es256, unprotected: CBORItem = .map(CBORMap()), payload: CBORItem = .bytes(payload), signature: [UInt8]? = nil
    ) throws -> CBORItem {
        let input = COSESign1.toBeSigned(protectedBytes: protected, payload: Self.payload)
        return .array([.bytes(protected), unprotected, payload, .bytes(try signature ?? key.sign(input))])
    }

    static func map(_ pairs: (CBORItem, CBORItem)...) -> CBORItem {
        var map = CBORMap()
        for (key, value) in pairs { map[key] = value }
        return .map(map)
    }

    private static func protected(_ name: String, _ header: String) throws -> Case {
        Case(name: name, item: try message(protected: hex(header)))
    }

    /// Cases that the libraries accept and leave to their caller.
    private static func leftToCaller(_ cases: Case...) -> [Case] {
        cases.map {
            var example = $0
            example.isLeftToCaller = true
            return example
        }
    }

    /// Another algorithm, or the right one in the wrong place.
    static func algorithms() throws -> [Case] {
        let alg = map((.unsigned(1), CBORItem(-7)))
        return [
            try protected("nothing protected", ""), try protected("an empty map", "a0"),
            Case(name: "alg in both", item: try message(unprotected: alg)), try protected("ES384", "a1013822"),
            try protected("EdDSA", "a10127"), try protected("HMAC", "a10105"), try protected("a float", "a101f9c700"),
            try protected("null", "a101f6"), try protected("an array", "a1018126"),
        ]
            + leftToCaller(
                try protected("a name", "a101654553323536"), try protected("alg as text label", "a163616c6726"),
                Case(name: "alg unprotected only", item: try message(protected: [], unprotected: alg)))
    }

    /// Headers that are malformed, critical or contradictory.
    static func headers() throws -> [Case] {
        let critical = map((.unsigned(2), .array([.unsigned(4)])))
        let doubled = try message(protected: hex("a201260441ff"), unprotected: map((.unsigned(4), .bytes([1]))))
        return [
            try protected("empty crit", "a201260280"), try protected("not a map", "8126"),
            try protected("too deep", "a20126048181818181818100"), try protected("cut", "a101"),
        ]
            + leftToCaller(
                try protected("crit", "a20126028118c8"), try protected("crit of alg", "a20126028101"),
                Case(name: "crit unprotected", item: try message(unprotected: critical)), Case(name: "a label in both", item: doubled),
                Case(name: "a label of bytes", item: try message(unprotected: map((.bytes([4]), .bytes([1]))))),
                try protected("a protected label of null", "a20126f600"), try protected("trailing bytes", "a1012600"),
                try protected("alg twice", "a201260126"), try protected("alg twice, once not minimal", "a20126180126"))
    }

    /// Messages that are not an array of four elements with the right types.
    static func forms() throws -> [Case] {
        guard let good = try message().array else { return [] }
        func replacing(_ index: Int, _ part: CBORItem) -> Case {
            var parts = good
            parts[index] = part
            return Case(name: "part \(index): \(part)", item: .array(parts))
        }
        let replaced: [(Int, CBORItem)] = [
            (0, .map(CBORMap())), (0, .text("a10126")), (0, .null), (1, .array([])), (1, .bytes([0xa0])), (2, .text("abc")),
            (2, .undefined), (2, .tagged(24, .bytes([1]))), (2, .array([])), (3, .null), (3, .text("x")), (3, .array([])),
        ]
        let whole: [CBORItem] = [
            .array(Array(good.dropLast())), .array([]), .null, .map(CBORMap()), .tagged(18, .array(good)), .tagged(98, .array(good)),
        ]
        return replaced.map { replacing($0, $1) } + whole.enumerated().map { Case(name: "whole \($0)", item: $1) }
            + leftToCaller(replacing(1, .null), Case(name: "five parts", item: .array(good + [.null])))
    }

    private static func signature() throws -> P256.Signing.ECDSASignature {
        try key.signature(for: COSESign1.toBeSigned(protectedBytes: es256, payload: payload))
    }

    /// Signatures with a wrong length.
    static func lengths() throws -> [Case] {
        let raw = Array(try signature().rawRepresentation)
        return try [[], Array(raw.dropLast()), raw + [0], Array(signature().derRepresentation), raw + raw].enumerated().map {
            Case(name: "length \($0)", item: try message(signature: $1))
        }
    }

    /// Signatures with another context or over other data, and numbers that are not a signature.
    static func signatures() throws -> [Case] {
        let raw = Array(try signature().rawRepresentation)
        let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        let inputs: [(String, [UInt8])] =
            ["Signature", "CounterSignature", "MAC0", "signature1", "Signature1 "].map { context in
                (context, CBORItem.array([.text(context), .bytes(es256), .bytes([]), .bytes(payload)]).encode())
            } + [
                ("the payload alone", payload),
                ("no place for external data", CBORItem.array([.text("Signature1"), .bytes(es256), .bytes(payload)]).encode()),
                ("other external data", COSESign1.toBeSigned(protectedBytes: es256, payload: payload, externalAAD: [0])),
            ]
        let numbers = [
            [UInt8](repeating: 0, count: 64), [UInt8](repeating: 255, count: 64), order + order, raw.suffix(32) + raw.prefix(32),
        ]
        return try inputs.map { Case(name: $0, item: try message(signature: key.sign($1))) }
            + numbers.enumerated().map { Case(name: "number \($0)", item: try message(signature: $1)) }
            + [Case(name: "another payload", item: try message(payload: .bytes(payload + [0])))]
    }
}
