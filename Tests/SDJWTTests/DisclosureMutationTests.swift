// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import SDJWT
import Testing

/// F-J6: validly signed tokens that must be refused, each with its own reason.
struct DisclosureMutationTests {
    typealias F = Forgery

    @Test func `the unchanged token is accepted, with and without key binding`() async throws {
        var forgery = Forgery()
        let verified = try await Sample.verifier.verify(forgery.text(), keyBinding: .absent, at: Sample.time)
        #expect(verified.payload["given_name"] == "Zoë" && verified.payload["nationalities"] == ["NL", "BE"])
        #expect(verified.payload["address"] == ["country": "NL", "locality": "Den Haag"])
        #expect(verified.payload["_sd"] == nil && verified.payload["_sd_alg"] == nil)
        #expect(verified.disclosed.map(\.path) == [["nationalities", 1], ["given_name"], ["address"], ["address", "locality"]])
        forgery.isBound = true
        #expect(try await Sample.verifier.verify(forgery.text(), keyBinding: .required(Sample.binding), at: Sample.time) == verified)
    }

    static let digests: [ForgeryCase] = [
        ForgeryCase(.digestDoubled, "a digest twice in one _sd") { $0.payload.set("_sd", [F.digest(F.givenName), F.digest(F.givenName)]) },
        ForgeryCase(.digestDoubled, "a decoy twice in one _sd") { $0.payload.set("_sd", [F.decoy(1), F.decoy(1)]) },
        ForgeryCase(.digestDoubled, "a digest in two objects") { $0.payload.set("other", ["_sd": [F.digest(F.givenName)]]) },
        ForgeryCase(.digestDoubled, "a decoy in an object and an array") { $0.payload.set("other", [["...": F.decoy(2)]]) },
        ForgeryCase(.disclosurePlace, "a digest in an object and an array") { $0.payload.set("other", [["...": F.digest(F.givenName)]]) },
        ForgeryCase(.digestDoubled, "a decoy twice in one array") { $0.payload.set("other", [["...": F.decoy(7)], ["...": F.decoy(7)]]) },
        ForgeryCase(.digestDoubled, "a digest in the payload and in a disclosure") { $0.payload.set("other", ["_sd": [F.decoy(1)]]) },
        ForgeryCase(.digestDoubled, "a digest of an inner claim in the payload too") {
            $0.payload.set("other", ["_sd": [F.digest(F.locality)]])
        },
        ForgeryCase(.digest, "_sd is no array") { $0.payload.set("_sd", F.digest(F.givenName)) },
        ForgeryCase(.digest, "_sd is null") { $0.payload.set("_sd", nil) },
        ForgeryCase(.digest, "_sd holds a number") { $0.payload.set("_sd", [1]) },
        ForgeryCase(.digest, "_sd holds an array element's form") { $0.payload.set("_sd", [["...": F.digest(F.givenName)]]) },
        ForgeryCase(.digest, "a digest in hexadecimal") { $0.payload.set("_sd", [.string(String(repeating: "0f", count: 32))]) },
        ForgeryCase(.digest, "a digest with padding") { $0.payload.set("_sd", [.string(String(repeating: "A", count: 43) + "=")]) },
        ForgeryCase(.digest, "a digest whose last bits are not zero") {
            $0.payload.set("_sd", [.string(String(repeating: "A", count: 42) + "B")])
        },
        ForgeryCase(.digest, "a digest of 31 bytes") { $0.payload.set("_sd", [.string(String(repeating: "A", count: 42))]) },
        ForgeryCase(.digest, "an empty digest") { $0.payload.set("_sd", [""]) },
        ForgeryCase(.digest, "... is no text") { $0.payload.set("nationalities", [["...": 1]]) },
        ForgeryCase(.digest, "... holds an array") { $0.payload.set("nationalities", [["...": [F.digest(F.belgium)]]]) },
        ForgeryCase(.digest, "... is not alone") { $0.payload.set("nationalities", [["...": F.digest(F.belgium), "x": 1]]) },
    ]

    static let names: [ForgeryCase] = [
        ForgeryCase(.reservedName, "_sd as claim name") { $0.hide(Disclosure(salt: "s", name: "_sd", value: [F.decoy(9)])) },
        ForgeryCase(.reservedName, "... as claim name") { $0.hide(Disclosure(salt: "s", name: "...", value: F.decoy(9))) },
        ForgeryCase(.reservedName, "_sd_alg as claim name") { $0.hide(Disclosure(salt: "s", name: "_sd_alg", value: "sha-256")) },
        ForgeryCase(.reservedName, "... in the payload itself") { $0.payload.set("...", F.decoy(9)) },
        ForgeryCase(.reservedName, "... in an object that is no array element") { $0.payload.set("other", ["...": F.decoy(9)]) },
        ForgeryCase(.reservedName, "_sd_alg in an inner object") { $0.payload.set("other", ["_sd_alg": "sha-256"]) },
        ForgeryCase(.reservedName, "_sd_alg in a disclosed object") {
            $0.hide(Disclosure(salt: "s", name: "other", value: ["_sd_alg": "sha-256"]))
        },
        ForgeryCase(.claimDoubled, "the name of a visible claim") { $0.hide(Disclosure(salt: "s", name: "nationalities", value: [])) },
        ForgeryCase(.claimDoubled, "the name of a disclosed claim") { $0.hide(Disclosure(salt: "s", name: "given_name", value: "Eve")) },
        ForgeryCase(.claimDoubled, "the name of a visible inner claim") {
            let country = Disclosure(salt: "s", name: "country", value: "BE")
            $0.payload.set("other", ["country": "NL", "_sd": [F.digest(country)]])
            $0.disclosures.append(country.text)
        },
    ]

    static let hidden: [ForgeryCase] =
        ["iss", "aud", "nbf", "exp", "cnf", "vct", "vct#integrity", "status"].map { name in
            ForgeryCase(.hiddenClaim, "\(name) hidden") {
                let value = $0.payload.remove(name) ?? "x"
                $0.hide(Disclosure(salt: "s", name: name, value: value))
            }
        } + [
            ForgeryCase(.hiddenClaim, "exp hidden beside a visible one") {
                $0.hide(Disclosure(salt: "s", name: "exp", value: 9_999_999_999))
            },
            ForgeryCase(.hiddenClaim, "the key hidden within cnf") {
                let key = Disclosure(salt: "s", name: "jwk", value: .object(JWK(Sample.holderKey.publicKey).json))
                $0.payload.set("cnf", ["_sd": [F.digest(key)]])
                $0.disclosures.append(key.text)
            },
            ForgeryCase(.hiddenClaim, "a decoy within cnf") { $0.payload.set("cnf", ["_sd": [F.decoy(9)]]) },
            ForgeryCase(.hiddenClaim, "a hidden audience") { $0.payload.set("aud", [["...": F.decoy(9)]]) },
            ForgeryCase(.hiddenClaim, "a decoy deep within status") { $0.payload.set("status", ["status_list": ["_sd": [F.decoy(9)]]]) },
        ]

    static let disclosures: [ForgeryCase] = [
        ForgeryCase(.disclosureDoubled, "a disclosure twice") { $0.disclosures.append(F.givenName.text) },
        ForgeryCase(.disclosureUnknown, "a disclosure of nothing") {
            $0.disclosures.append(Disclosure(salt: "s", name: "admin", value: true).text)
        },
        ForgeryCase(.disclosureUnknown, "a disclosure of an element of nothing") {
            $0.disclosures.append(Disclosure(salt: "s", name: nil, value: true).text)
        },
        ForgeryCase(.disclosureUnknown, "an inner disclosure without the outer one") {
            $0.disclosures.removeAll { $0 == F.address.text }
        },
        ForgeryCase(.disclosureUnknown, "the same content, written in another way") {
            $0.disclosures = [Base64URL.encode(Array(#"["salt-1", "given_name","Zoë"]"#.utf8))]
        },
        ForgeryCase(.disclosureUnknown, "a changed value") {
            $0.disclosures = [Disclosure(salt: "salt-1", name: "given_name", value: "Eve").text]
        },
        ForgeryCase(.disclosurePlace, "an element's disclosure for a member") { $0.hide(Disclosure(salt: "s", name: nil, value: "x")) },
        ForgeryCase(.disclosurePlace, "a member's disclosure for an element") {
            let member = Disclosure(salt: "s", name: "x", value: "y")
            $0.payload.set("other", [["...": F.digest(member)]])
            $0.disclosures.append(member.text)
        },
    ]

    /// Disclosures by their JSON text; the payload contains their digest.
    static let contents: [ForgeryCase] = [
        "", " ", "null", "1", "{}", "[]", #"["s"]"#, #"["s","a",1,2]"#, #"["s",1,"x"]"#, #"["s",null,"x"]"#, #"["s",["a"],"x"]"#,
        #"[1,"other","x"]"#, #"[null,"other","x"]"#, #"[["s"],"other","x"]"#, #"[{},"x"]"#, #"[1,"x"]"#, #"["s","other","x"]]"#,
        #"["s","other","x"],"#, #"["s","other","x",]"#, #"["s","other",{"a":1,"a":2}]"#, #"["s","other","\ud800"]"#,
        #"["s","other",1e400]"#,
        #"["s","other",-0]"#, "\u{FEFF}" + #"["s","other","x"]"#, #"["s","other","x"] // no"#, #"{"0":"s","1":"other","2":"x"}"#,
    ].map { json in
        ForgeryCase(.disclosure, "content \(json)") {
            let text = Base64URL.encode(Array(json.utf8))
            $0.disclosures = [text.isEmpty ? "AA" : text]
        }
    }

    static let texts: [ForgeryCase] =
        ["=", "A", "AB", "WyJzIiwieCJd=", "WyJzIiwieCJd ", "WyJzIiwie+Jd", "a.b.c", "\u{0}", "é", "WyJz\nIiwieCJd"].map { text in
            ForgeryCase(.disclosure, "text \(text)") { $0.disclosures[0] = text }
        }

    static let algorithms: [ForgeryCase] =
        (["sha-384", "sha-512", "SHA-256", "sha256", "md5", "none", "", nil, 256, ["sha-256"]] as [JSONValue]).map { value in
            ForgeryCase(.hashAlgorithm, "_sd_alg \(value)") { $0.payload.set("_sd_alg", value) }
        }

    @Test(arguments: digests + names + hidden + disclosures + contents + texts + algorithms)
    func `a mutated token is refused with the right reason`(example: ForgeryCase) async throws {
        for isBound in [false, true] {
            await expectRejection(example.reason, "\(example.name), bound: \(isBound)") {
                let rule: KeyBindingRule = isBound ? .required(Sample.binding) : .absent
                _ = try await Sample.verifier.verify(example.text(isBound: isBound), keyBinding: rule, at: Sample.time)
            }
        }
    }

    @Test(arguments: digests + names + hidden + disclosures + contents + texts + algorithms)
    func `the holder also refuses to present a mutated token`(example: ForgeryCase) async throws {
        await expectRejection(example.reason, "\(example.name)") { _ = try CompactSDJWT(parsing: example.text()).disclosing([]) }
    }

    @Test func `unusual but permitted tokens are accepted`() async throws {
        let allowed: [(String, (inout Forgery) -> Void)] = [
            ("no _sd_alg", { _ = $0.payload.remove("_sd_alg") }), ("an empty _sd", { $0.payload.set("other", ["_sd": []]) }),
            ("nothing disclosed", { $0.disclosures = [] }), ("another order", { $0.disclosures.reverse() }),
            ("iat disclosed", { $0.hide(Disclosure(salt: "s", name: "iat", value: $0.payload.remove("iat") ?? nil)) }),
            ("a salt of no characters", { $0.hide(Disclosure(salt: "", name: "x", value: nil)) }),
            ("a name of no characters", { $0.hide(Disclosure(salt: "s", name: "", value: 1)) }),
            ("exp within another claim", { $0.hide(Disclosure(salt: "s", name: "document", value: ["exp": "soon", "iss": 5])) }),
            (
                "two names that only look alike",
                {
                    $0.hide(Disclosure(salt: "s", name: "caf\u{E9}", value: 1))
                    $0.hide(Disclosure(salt: "s", name: "cafe\u{301}", value: 2))
                }
            ),
        ]
        for (name, change) in allowed {
            var forgery = Forgery()
            change(&forgery)
            let text = try forgery.text()
            await #expect(throws: Never.self, "\(name)") {
                _ = try await Sample.verifier.verify(text, keyBinding: .absent, at: Sample.time)
            }
        }
    }
}
