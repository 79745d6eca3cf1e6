// SPDX-License-Identifier: EUPL-1.2

import CBOR
import JSON
import MDoc
import SDJWT
import Testing

@testable import WalletCore

/// The structure around an mdoc's elements carries no hidden data: no additional members and no oversized ones.
struct UnseenMDocTests {
    /// The parts of an mdoc that are not shown.
    struct Parts {
        var item = CBORMap()
        var unprotected = CBORMap()
        var deviceKey = CBORMap()
        var keyInfo = CBORMap()
        var validity = CBORMap()
        var object = CBORMap()

        init() {
            item["digestID"] = .unsigned(0)
            item["random"] = .bytes([UInt8](repeating: 7, count: 32))
            item["elementIdentifier"] = .text("sex")
            item["elementValue"] = .unsigned(2)
            unprotected[33] = .bytes([0x30, 0])
            deviceKey[1] = .unsigned(2)
            deviceKey[-1] = .unsigned(1)
            for label in [-2, -3] as [Int64] { deviceKey[label] = .bytes([UInt8](repeating: 1, count: 32)) }
            for name in ["signed", "validFrom", "validUntil"] { validity[name] = .tagged(0, .text("2026-11-22T00:00:00Z")) }
        }

        /// Returns the mdoc with these parts.
        func issued() throws -> IssuerSigned {
            var (info, all, spaces, document) = (keyInfo, object, CBORMap(), CBORMap())
            info["deviceKey"] = .map(deviceKey)
            all["version"] = .text("1.0")
            all["digestAlgorithm"] = .text("SHA-256")
            all["docType"] = .text("eu.europa.ec.eudi.pid.1")
            all["valueDigests"] = .map(CBORMap())
            all["validityInfo"] = .map(validity)
            all["deviceKeyInfo"] = .map(info)
            spaces["eu.europa.ec.eudi.pid.1"] = .array([embedded(.map(item))])
            document["nameSpaces"] = .map(spaces)
            // ES256.
            document["issuerAuth"] = .array([
                .bytes([0xA1, 0x01, 0x26]), .map(unprotected), .bytes(embedded(.map(all)).encode()),
                .bytes([UInt8](repeating: 1, count: 64)),
            ])
            return try IssuerSigned(decoding: CBORItem.map(document).encode())
        }

        private func embedded(_ value: CBORItem) -> CBORItem { .tagged(24, .bytes(value.encode())) }
    }

    static func map(_ name: String, _ value: CBORItem) -> CBORItem {
        var map = CBORMap()
        map[name] = value
        return .map(map)
    }

    typealias Row = (what: String, isFit: Bool, change: @Sendable (inout Parts) -> Void)

    static let rows: [Row] = [
        ("as it should be", true, { _ in }),
        ("the shortest random", true, { $0.item["random"] = .bytes([UInt8](repeating: 1, count: 16)) }),
        ("the longest random", true, { $0.item["random"] = .bytes([UInt8](repeating: 1, count: 128)) }),
        ("a longer random", false, { $0.item["random"] = .bytes([UInt8](repeating: 1, count: 129)) }),
        ("the longest kid", true, { $0.unprotected[4] = .bytes([UInt8](repeating: 1, count: 512)) }),
        ("a longer kid", false, { $0.unprotected[4] = .bytes([UInt8](repeating: 1, count: 513)) }),
        ("another header", false, { $0.unprotected[99] = .bytes([1]) }),
        ("another member of the key", false, { $0.deviceKey[-70_000] = .text("note") }),
        ("the key's own id", false, { $0.deviceKey[2] = .bytes([1]) }),
        ("another member beside the key", false, { $0.keyInfo["keyInfo"] = map("note", .text("a")) }),
        ("no authorisations", true, { $0.keyInfo["keyAuthorizations"] = .map(CBORMap()) }),
        ("authorisations", false, { $0.keyInfo["keyAuthorizations"] = map("nameSpaces", .array([.text("note")])) }),
        ("authorisations that are none", false, { $0.keyInfo["keyAuthorizations"] = .text("note") }),
        ("when it is renewed", true, { $0.validity["expectedUpdate"] = .tagged(0, .text("2027-11-22T00:00:00Z")) }),
        ("another time", false, { $0.validity["note"] = .text("a") }),
        ("another member of all", false, { $0.object["note"] = .text("a") }),
        ("a status", true, { $0.object["status"] = map("status_list", map("idx", .unsigned(1))) }),
        ("another status", false, { $0.object["status"] = map("note", .text("a")) }),
        ("a status with more", false, { $0.object["status"] = map("status_list", map("note", .text("a"))) }),
    ]

    @Test(arguments: rows.indices)
    func `the hidden parts of an mdoc must follow the standards and may not be longer than necessary`(_ index: Int) throws {
        let (what, isFit, change) = Self.rows[index]
        var parts = Parts()
        change(&parts)
        #expect(TechnicalClaims.areFit(try parts.issued()) == isFit, "\(what)")
    }

    @Test(arguments: [(512, true), (513, false)])
    func `a kid or a member of a key may have up to 512 characters`(_ length: Int, _ isFit: Bool) {
        let text = JSONValue.string(String(repeating: "a", count: length))
        #expect(TechnicalClaims.isFit(header: ["alg": "ES256", "kid": text]) == isFit)
        #expect(TechnicalClaims.isFit(header: ["alg": "ES256", "x5t#S256": text]) == isFit)
        for member in ["kid", "x", "y", "use", "alg"] {
            var key: JSONObject = ["kty": "EC", "crv": "P-256"]
            key.set(member, text)
            #expect(TechnicalClaims.areFit(["cnf": .object(["jwk": .object(key)])]) == isFit, "\(member)")
        }
    }

    @Test(arguments: [(128, true), (129, false)])
    func `a salt may have up to 128 characters`(_ length: Int, _ isFit: Bool) {
        #expect(TechnicalClaims.areFit([Disclosure(salt: String(repeating: "a", count: length), name: "sex", value: 2)]) == isFit)
    }
}
