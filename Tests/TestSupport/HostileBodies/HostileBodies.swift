// SPDX-License-Identifier: EUPL-1.2

import CBOR
package import JSON

/// Request bodies that no genuine client sends, for the tests and for the benchmark of response times.
package enum HostileBodies {
    /// Bodies that are not requests: malformed JSON of the kinds in F-J1.
    package static let json: [(String, [UInt8])] = {
        let texts: [(String, String)] = [
            ("nothing", ""), ("null", "null"), ("an array", "[]"), ("a string", #""x""#), ("a number", "1"), ("true", "true"),
            ("a mark of byte order", "\u{FEFF}{}"), ("two objects", "{}{}"), ("a comma too many", #"{"message":"a",}"#),
            ("a comment", "{/* */}"), ("not a number", #"{"message":NaN}"#), ("a huge number", #"{"message":1e400}"#),
            ("minus zero", #"{"message":-0}"#), ("a lone surrogate", #"{"message":"\ud800"}"#), ("a zero byte", "{\"message\":\"\0\"}"),
            ("an escaped zero byte", #"{"message":"\u0000"}"#), ("a member twice", #"{"message":"a","message":"a"}"#),
            ("a member twice, escaped", #"{"message":"a","\u006dessage":"a"}"#), ("an unknown member", #"{"unknown":1}"#),
            ("a form", "message=a&device=b"), ("markup", "<html></html>"),
            ("digits", #"{"message":"# + String(repeating: "9", count: 100_000) + "}"),
            ("depth", String(repeating: "[", count: 100_000)),
            ("depth in objects", String(repeating: #"{"a":"#, count: 20_000)),
            ("many members", "{" + (0..<10_000).map { #""m\#($0)":1"# }.joined(separator: ",") + "}"),
            ("a long name", #"{""# + String(repeating: "n", count: 200_000) + #"":1}"#),
        ]
        let bytes: [(String, [UInt8])] = [
            ("UTF-16", [0xFF, 0xFE, 0x7B, 0, 0x7D, 0]), ("no UTF-8", Array(#"{"message":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)),
            ("an overlong slash", Array(#"{"message":""#.utf8) + [0xC0, 0xAF] + Array(#""}"#.utf8)), ("CBOR", [0xA1, 0x61, 0x61, 0x01]),
            ("gzip", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]), ("zeros", [UInt8](repeating: 0, count: 1000)),
            ("too much", [UInt8](repeating: 0x20, count: 1 << 20)),
        ]
        return texts.map { ($0, Array($1.utf8)) } + bytes
    }()

    /// Variants of a request whose members are missing, duplicated, of every other type, or invalid.
    package static func around(_ body: [UInt8]) throws -> [(String, [UInt8])] {
        let object = try JSONObject(parsing: body)
        var bodies: [(String, [UInt8])] = [("as it is, with a byte behind", body + [0x7B])]
        for member in object.members {
            let (name, value) = (member.name, member.value)
            bodies.append(("\(name) gone", object.without(name).encode()))
            let doubled = Array(#"{"\#(name)":"a","#.utf8) + body.dropFirst()
            bodies.append(("\(name) twice", doubled))
            for (kind, other) in types { bodies.append(("\(name) as \(kind)", object.with(name, other).encode())) }
            if case .string(let text) = value {
                for (kind, other) in tokens(text) { bodies.append(("\(name): \(kind)", object.with(name, .string(other)).encode())) }
            }
            if case .object(let inner) = value {
                for member in inner.members.map(\.name) {
                    bodies.append(("\(name).\(member) gone", object.with(name, .object(inner.without(member))).encode()))
                    for (kind, other) in types + proofs {
                        bodies.append(("\(name).\(member) as \(kind)", object.with(name, .object(inner.with(member, other))).encode()))
                    }
                }
                bodies.append(("\(name) with more", object.with(name, .object(inner.with("more", true))).encode()))
            }
        }
        bodies.append(("with more", object.with("more", true).encode()))
        return bodies
    }

    private static let types: [(String, JSONValue)] = [
        ("null", .null), ("a boolean", true), ("a number", 1), ("an empty string", ""), ("an array", []), ("an object", [:]),
    ]

    /// Device proofs with the base64url and CBOR faults of F-J2 and F-J7.
    private static let proofs: [(String, JSONValue)] =
        [
            ("padded base64", "AA=="), ("another alphabet", "+/+/"), ("white space", "AA AA"), ("bits left over", "AB"),
            ("one letter", "A"),
        ].map { ($0.0, .string($0.1)) }
        + cbor.map { ($0.0, .string(Base64URL.encode($0.1))) }

    private static let cbor: [(String, [UInt8])] = [
        ("an empty map", [0xA0]), ("an array", [0x80]), ("indefinite", [0xBF, 0xFF]), ("keys twice", [0xA2, 0x61, 0x61, 1, 0x61, 0x61, 2]),
        ("a length of 2^64-1", [0x5B] + [UInt8](repeating: 0xFF, count: 8)), ("cut", [0xA1, 0x61]), ("bytes behind", [0xA0, 0x00]),
        ("not the shortest", [0x18, 0x01]), ("no UTF-8", [0x61, 0xFF]), ("a tag", [0xC1, 0xA0]),
        ("depth", [UInt8](repeating: 0x81, count: 60_000)),
        ("a half float", [0xF9, 0x7E, 0x00]),
    ]

    /// Variants of a valid token with the faults of F-J3.
    private static func tokens(_ text: String) -> [(String, String)] {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var tokens = [
            ("empty", ""), ("dots", ".."), ("one part more", text + ".AA"), ("padded", text + "="), ("white space", text + " "),
            ("cut", String(text.dropLast(2))), ("of another alphabet", "+" + text.dropFirst()),
        ]
        guard parts.count == 3 else { return tokens }
        for header in [
            #"{"alg":"none"}"#, #"{"alg":"None"}"#, #"{"alg":"HS256"}"#, #"{"alg":["ES256"]}"#, "{}", #"{"alg":"ES256","crit":["x"]}"#,
            #"{"alg":"ES256","b64":false}"#, #"{"alg":"ES256","jku":"https://x.example"}"#, #"{"alg":"ES256","typ":"JWT"}"#,
            #"{"alg":"ES256","alg":"ES256"}"#, #"{"alg":"ES256","kid":"../../etc/passwd"}"#, "not JSON",
        ] {
            tokens.append((header, [Base64URL.encode(Array(header.utf8)), parts[1], parts[2]].joined(separator: ".")))
        }
        for (name, signature) in [
            ("no signature", []), ("zeros", [UInt8](repeating: 0, count: 64)), ("ones", [UInt8](repeating: 0xFF, count: 64)),
            ("DER", [0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01]), ("65 bytes", [UInt8](repeating: 1, count: 65)),
        ] as [(String, [UInt8])] {
            tokens.append((name, [parts[0], parts[1], Base64URL.encode(signature)].joined(separator: ".")))
        }
        for (name, claims) in [("claims of nothing", "{}"), ("claims that are no JSON", "x"), ("claims twice", #"{"a":1,"a":1}"#)] {
            tokens.append((name, [parts[0], Base64URL.encode(Array(claims.utf8)), parts[2]].joined(separator: ".")))
        }
        return tokens
    }

    /// Variants of a registration's data with other attestations: the x5c and ASN.1 faults of F-J4 and F-J8.
    package static func attestations(of data: JSONObject) throws -> [(String, JSONObject)] {
        let certificates: [(String, [[UInt8]])] = [
            ("no certificate", []), ("an empty one", [[]]), ("no DER", [[1, 2, 3]]), ("an endless length", [[0x30, 0x80, 0, 0]]),
            ("a length of 4 GB", [[0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF]]), ("a thousand", [[UInt8]](repeating: [0x30, 0], count: 1000)),
            ("a deep one", [(0..<200).flatMap { _ in [0x30, 0x82, 0x10, 0x00] as [UInt8] }]),
        ]
        var objects: [(String, JSONObject)] = []
        for (name, chain) in certificates {
            objects.append(("x5c, \(name)", data.with("attestation", android(chain))))
            var statement = CBORMap()
            statement["x5c"] = .array(chain.map { .bytes($0) })
            statement["receipt"] = .bytes([1])
            var object = CBORMap()
            object["fmt"] = .text("apple-appattest")
            object["attStmt"] = .map(statement)
            object["authData"] = .bytes([UInt8](repeating: 0, count: 37))
            objects.append(("App Attest, \(name)", data.with("attestation", apple(CBORItem.map(object).encode()))))
        }
        for (name, bytes) in cbor { objects.append(("App Attest, \(name)", data.with("attestation", apple(bytes)))) }
        for (kind, other) in types { objects.append(("attestation as \(kind)", data.with("attestation", other))) }
        return objects
    }

    private static func apple(_ object: [UInt8]) -> JSONValue {
        .object(["type": "apple", "object": .string(Base64URL.encode(object))])
    }

    private static func android(_ chain: [[UInt8]]) -> JSONValue {
        .object(["type": "android", "chain": .array(chain.map { .string(Base64URL.encode($0)) })])
    }
}

extension JSONObject {
    fileprivate func without(_ name: String) -> JSONObject {
        var object = self
        _ = object.remove(name)
        return object
    }

    fileprivate func with(_ name: String, _ value: JSONValue) -> JSONObject {
        var object = self
        object.set(name, value)
        return object
    }
}
