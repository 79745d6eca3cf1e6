// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import Testing

struct JWKTests {
    static let x: JSONValue = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
    static let y: JSONValue = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
    static let rfc: JSONObject = ["kty": "EC", "crv": "P-256", "x": x, "y": y]

    @Test func `the public key of RFC 7515 A3 matches its private key and round-trips`() throws {
        let jwk = try JWK(Self.rfc)
        let key = try RFC7515.privateKey
        #expect(jwk.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
        #expect(jwk.json == Self.rfc)
        #expect(JWK(key.publicKey) == jwk)
        #expect(Set([jwk, JWK(key.publicKey)]).count == 1)
    }

    @Test func `the members of a JWK may come in any order`() throws {
        #expect(try JWK(["y": Self.y, "x": Self.x, "crv": "P-256", "kty": "EC"]).json == Self.rfc)
    }

    @Test func `different keys are not equal`() throws {
        #expect(JWK(P256.Signing.PrivateKey().publicKey) != (try JWK(Self.rfc)))
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let object: JSONObject

        init(_ name: String, _ change: (inout JSONObject) -> Void) {
            testDescription = name
            var object = JWKTests.rfc
            change(&object)
            self.object = object
        }
    }

    static let zero: JSONValue = .string(String(repeating: "A", count: 43))

    static let refused: [Case] = [
        Case("no kty") { _ = $0.remove("kty") }, Case("no crv") { _ = $0.remove("crv") },
        Case("no x") { _ = $0.remove("x") }, Case("no y") { _ = $0.remove("y") }, Case("nothing") { $0 = [:] },
        Case("kty RSA") { $0.set("kty", "RSA") }, Case("kty oct") { $0.set("kty", "oct") },
        Case("kty in small letters") { $0.set("kty", "ec") },
        Case("kty null") { $0.set("kty", nil) }, Case("kty an array") { $0.set("kty", ["EC"]) },
        Case("crv P-384") { $0.set("crv", "P-384") }, Case("crv secp256k1") { $0.set("crv", "secp256k1") },
        Case("crv in small letters") { $0.set("crv", "p-256") },
        Case("private member d") { $0.append("d", "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI") },
        Case("member kid") { $0.append("kid", "1") }, Case("member use") { $0.append("use", "sig") },
        Case("member alg") { $0.append("alg", "ES256") },
        Case("member k") { $0.append("k", "AA") }, Case("member x5c") { $0.append("x5c", []) },
        Case("x padded") { $0.set("x", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU=") }, Case("x empty") { $0.set("x", "") },
        Case("x a number") { $0.set("x", 5) }, Case("x of 31 bytes") { $0.set("x", .string(String(repeating: "A", count: 42))) },
        Case("x of 33 bytes") { $0.set("x", .string(String(repeating: "A", count: 44))) },
        Case("x of 33 bytes, y of 31") {
            $0.set("x", .string(String(repeating: "A", count: 44)))
            $0.set("y", .string(String(repeating: "A", count: 42)))
        },
        Case("x and y of P-384") {
            $0.set("x", .string(String(repeating: "A", count: 64)))
            $0.set("y", .string(String(repeating: "A", count: 64)))
        },
        Case("x and y swapped") {
            $0.set("x", JWKTests.y)
            $0.set("y", JWKTests.x)
        },
        Case("x zero and y zero") {
            $0.set("x", JWKTests.zero)
            $0.set("y", JWKTests.zero)
        },
        Case("y with one bit changed") { $0.set("y", "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a4") },
        // x = 5 is on the curve; 5 + p is the same number modulo p and fits into 32 bytes.
        Case("x not reduced modulo p") {
            $0.set("x", "_____wAAAAEAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAQ")
            $0.set("y", "RZJDuapYGAb-kTvOmYF63hHKUDxk2aPFM0FcCDJI-8w")
        },
    ]

    @Test(arguments: refused)
    func `an object that is not exactly a public P-256 key is refused`(example: Case) {
        #expect(throws: JOSEError(.unacceptableKey, "")) { try JWK(example.object) }
    }

    @Test func `a public key with the smallest x on the curve is accepted`() throws {
        let object: JSONObject = [
            "kty": "EC", "crv": "P-256", "x": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAU",
            "y": "RZJDuapYGAb-kTvOmYF63hHKUDxk2aPFM0FcCDJI-8w",
        ]
        #expect(try JWK(object).json == object)
    }
}
