// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import MDoc
import Testing

/// F-J7: an issuer's document with one error is refused with the right reason, when issued and when presented.
struct IssuerMutationTests {
    static func verifyIssued(_ forgery: Forgery) async throws -> VerifiedMDoc {
        try await Sample.verifier().verify(issued: forgery.issued(), at: Sample.time)
    }

    static func verifyPresented(_ forgery: Forgery) async throws -> [VerifiedMDoc] {
        try await Sample.verifier().verify(response: forgery.response(), for: Sample.transcript, at: Sample.time)
    }

    @Test func `the unchanged document is accepted when issued and when presented`() async throws {
        #expect(try await Self.verifyIssued(Forgery()).elements.count == 3)
        #expect(try await Self.verifyPresented(Forgery()).first?.elements.count == 3)
    }

    @Test func `each variation that issuers are permitted is accepted`() async throws {
        let accepted: [@Sendable (inout Forgery) -> Void] = [
            {
                $0.changeObject = {
                    $0["keyInfo"] = .null; $0["status"] = .null; $0["something"] = .array([.unsigned(1)])
                }
            },
            { $0.protected = hex("a201260441ff") },
            {
                $0.changeSignature = {
                    $0[1] = Forgery.changed($0[1]) {
                        $0[4] = .bytes([1]); $0[.text("x")] = .null
                    }
                }
            },
            { $0.items.append(Forgery.item(0x7fff_ffff, "x", .float(.half(0x3c00)))) },
            {
                $0.changeObject = {
                    $0["deviceKeyInfo"] = Forgery.changed($0["deviceKeyInfo"]) {
                        $0["deviceKey"] = Forgery.changed($0["deviceKey"]) {
                            $0[2] = .bytes([1]); $0[3] = CBORItem(-7); $0[4] = .array([.unsigned(2)])
                        }
                        $0["keyInfo"] = .map(CBORMap())
                    }
                }
            },
            {
                $0.items = [
                    CBORItem.texts([
                        "elementValue": .null, "random": .bytes([UInt8](repeating: 1, count: 64)), "elementIdentifier": .text("x"),
                        "digestID": .unsigned(9),
                    ])
                ]
            },
            {
                $0.shown = []; $0.changeIssuerSigned = { $0["nameSpaces"] = nil }
            },
        ]
        for (index, change) in accepted.enumerated() {
            var forgery = Forgery()
            change(&forgery)
            _ = try await Self.verifyIssued(forgery)
            await #expect(throws: Never.self, "\(index)") { _ = try await Self.verifyPresented(forgery) }
        }
    }

    static func object(_ reason: MDocRejection.Reason, _ key: String, _ value: CBORItem?, _ name: String = "") -> ForgeryCase {
        ForgeryCase(reason, "\(key) \(name)") { $0.changeObject = { $0[key] = value } }
    }

    static func signature(
        _ reason: MDocRejection.Reason, _ name: String, _ change: @escaping @Sendable (inout [CBORItem]) -> Void
    ) -> ForgeryCase {
        ForgeryCase(reason, name) { $0.changeSignature = change }
    }

    static let signatures: [ForgeryCase] = [
        ForgeryCase(.signature, "another key") { $0.key = P256.Signing.PrivateKey() },
        ForgeryCase(.signature, "the device's key") { $0.key = Sample.deviceKey },
        ForgeryCase(.signature, "context of COSE_Sign") { $0.context = "Signature" },
        ForgeryCase(.signature, "context of a counter signature") { $0.context = "CounterSignature" },
        ForgeryCase(.signature, "context of a MAC") { $0.context = "MAC0" },
        ForgeryCase(.algorithm, "alg missing") { $0.protected = hex("a0") },
        ForgeryCase(.algorithm, "nothing protected") { $0.protected = [] },
        ForgeryCase(.algorithm, "ES384") { $0.protected = hex("a1013822") },
        ForgeryCase(.algorithm, "HMAC 256/256") { $0.protected = hex("a10105") },
        ForgeryCase(.header, "an unknown critical label") { $0.protected = hex("a20126028118c8") },
        ForgeryCase(.header, "x5chain protected") {
            $0.protected = hex("a20126182141ff"); $0.changeSignature = { $0[1] = .map(CBORMap()) }
        },
        signature(.header, "x5chain in both buckets") { $0[0] = .bytes(hex("a20126182141ff")) },
        signature(.algorithm, "alg unprotected only") {
            $0[0] = .bytes([]); $0[1] = Forgery.changed($0[1]) { $0[1] = CBORItem(-7) }
        },
        signature(.algorithm, "alg in both buckets") { $0[1] = Forgery.changed($0[1]) { $0[1] = CBORItem(-7) } },
        signature(.header, "crit unprotected") { $0[1] = Forgery.changed($0[1]) { $0[2] = .array([.unsigned(33)]) } },
        signature(.signature, "alg changed after signing") { $0[0] = .bytes(hex("a201260441ff")) },
        signature(.certificateChain, "no x5chain") { $0[1] = .map(CBORMap()) },
        signature(.certificateChain, "x5chain with one in an array") {
            $0[1] = Forgery.changed($0[1]) { $0[33] = .array([$0[33] ?? .null]) }
        },
        signature(.certificateChain, "x5chain as text") { $0[1] = Forgery.changed($0[1]) { $0[33] = .text("MIIB") } },
        signature(.certificateChain, "x5chain that is none") { $0[1] = Forgery.changed($0[1]) { $0[33] = .bytes([0x30, 0]) } },
        signature(.certificateChain, "the chain under a text label") { $0[1] = .texts(["x5chain": $0[1].map?[33] ?? .null]) },
        signature(.malformed, "detached") { $0[2] = .null },
        signature(.signature, "another payload") { $0[2] = .bytes(CBORItem.tagged(24, .bytes([0xa0])).encode()) },
        signature(.signature, "a signature of zeros") { $0[3] = .bytes([UInt8](repeating: 0, count: 64)) },
        signature(.signature, "a short signature") { $0[3] = .bytes([UInt8](repeating: 1, count: 63)) },
        signature(.malformed, "three parts") { $0.removeLast() },
        ForgeryCase(.malformed, "tagged as COSE_Sign1") {
            $0.changeIssuerSigned = { $0["issuerAuth"] = .tagged(18, $0["issuerAuth"] ?? .null) }
        },
        ForgeryCase(.malformed, "no signature") { $0.changeIssuerSigned = { $0["issuerAuth"] = nil } },
        ForgeryCase(.malformed, "an unknown entry") { $0.changeIssuerSigned = { $0["extra"] = .null } },
        ForgeryCase(.malformed, "payload without tag") { $0.payload = { $0 } },
        ForgeryCase(.malformed, "payload tagged as another thing") { $0.payload = { CBORItem.tagged(25, .bytes($0)).encode() } },
        ForgeryCase(.malformed, "payload tagged twice") { $0.payload = { CBORItem.tagged(24, .tagged(24, .bytes($0))).encode() } },
        ForgeryCase(.malformed, "payload tagged within itself") {
            $0.payload = { CBORItem.tagged(24, .bytes(CBORItem.tagged(24, .bytes($0)).encode())).encode() }
        },
        ForgeryCase(.malformed, "an empty payload") { $0.payload = { _ in [] } },
    ]

    static let objects: [ForgeryCase] =
        ["version", "digestAlgorithm", "valueDigests", "deviceKeyInfo", "docType", "validityInfo"].flatMap { key in
            [object(.malformed, key, nil, "missing")]
        } + [
            object(.version, "version", .text("1.1")), object(.version, "version", .float(.half(0x3c00))),
            object(.version, "version", .null),
            object(.digestAlgorithm, "digestAlgorithm", .text("SHA-1")), object(.digestAlgorithm, "digestAlgorithm", .text("sha-256")),
            object(.digestAlgorithm, "digestAlgorithm", CBORItem(-16)), object(.malformed, "digestAlgorithm", .text("SHA-384")),
            object(.docType, "docType", .text("org.example.document.2")), object(.malformed, "docType", .text("")),
            object(.malformed, "docType", .bytes(Array("org.example.document.1".utf8))), object(.malformed, "valueDigests", .array([])),
            object(.malformed, "valueDigests", .map(CBORMap())), object(.malformed, "valueDigests", .texts([Sample.space.text: .null])),
            object(.malformed, "valueDigests", .texts([Sample.space.text: .map(CBORMap())])),
            object(.digestMissing, "valueDigests", .texts(["org.example": digests([0: 32, 1: 32, 2: 32])]), "of another name space"),
            object(.digestMissing, "valueDigests", .texts([Sample.space.text: digests([1: 32])]), "of some"),
            object(.digestMismatch, "valueDigests", .texts([Sample.space.text: digests([0: 32, 1: 32, 2: 32])]), "of others"),
            object(.malformed, "valueDigests", .texts([Sample.space.text: digests([0: 31])]), "too short"),
            object(.malformed, "valueDigests", .texts([Sample.space.text: digests([0: 0])]), "empty"),
            object(.malformed, "valueDigests", .texts([Sample.space.text: digests([1 << 31: 32])]), "id too large"),
            object(.malformed, "valueDigests", .texts([Sample.space.text: .texts(["0": .bytes([UInt8](repeating: 0, count: 32))])])),
            object(.malformed, "deviceKeyInfo", .map(CBORMap())), object(.deviceKey, "deviceKeyInfo", .texts(["deviceKey": .null])),
            object(.deviceKey, "deviceKeyInfo", .texts(["deviceKey": privateKey]), "private"),
            object(.malformed, "deviceKeyInfo", authorizations(.array([]))),
            object(.malformed, "deviceKeyInfo", authorizations(.texts(["nameSpaces": .array([])]))),
            object(.malformed, "deviceKeyInfo", authorizations(.texts(["nameSpaces": .array([.unsigned(1)])]))),
            object(.malformed, "deviceKeyInfo", authorizations(.texts(["dataElements": .texts(["a": .text("b")])]))),
            object(
                .malformed, "deviceKeyInfo",
                authorizations(.texts(["nameSpaces": .array([.text("a")]), "dataElements": .texts(["a": .array([.text("b")])])]))),
        ]

    private static func digests(_ lengths: [UInt64: Int]) -> CBORItem {
        var map = CBORMap()
        for (id, length) in lengths { map[.unsigned(id)] = .bytes([UInt8](repeating: 7, count: length)) }
        return .map(map)
    }

    private static let privateKey = Forgery.changed(COSEKey(Sample.deviceKey.publicKey).item) { $0[-4] = .bytes([1]) }

    private static func authorizations(_ value: CBORItem) -> CBORItem {
        .texts(["deviceKey": COSEKey(Sample.deviceKey.publicKey).item, "keyAuthorizations": value])
    }

    static func item(_ reason: MDocRejection.Reason, _ key: String, _ value: CBORItem?) -> ForgeryCase {
        ForgeryCase(reason, "item's \(key)") { $0.items[1] = Forgery.changed($0.items[1]) { $0[key] = value } }
    }

    static let items: [ForgeryCase] = [
        item(.malformed, "digestID", nil), item(.malformed, "digestID", CBORItem(-1)), item(.malformed, "digestID", .unsigned(1 << 31)),
        item(.malformed, "digestID", .float(.half(0x3c00))), item(.malformed, "digestID", .text("1")), item(.malformed, "random", nil),
        item(.random, "random", .bytes([UInt8](repeating: 1, count: 15))), item(.random, "random", .bytes([])),
        item(.malformed, "random", .text("0123456789abcdef")), item(.malformed, "elementIdentifier", nil),
        item(.malformed, "elementIdentifier", .text("")), item(.malformed, "elementIdentifier", .unsigned(1)),
        item(.malformed, "elementValue", nil), item(.malformed, "extra", .null),
        item(.elementDoubled, "elementIdentifier", .text("given_name")),
        item(.elementDoubled, "elementIdentifier", .text("issuing_country")),
        ForgeryCase(.digestIDDoubled, "an item shown twice") { $0.shown = $0.items + [$0.items[0]] },
        ForgeryCase(.digestIDDoubled, "two items of one digest id") { $0.items.append(Forgery.item(0, "nickname", .text("Z"))) },
        ForgeryCase(.digestMismatch, "another value") { $0.shown = [Forgery.item(0, "given_name", .text("Eve"))] },
        ForgeryCase(.digestMismatch, "an item under another's id") { $0.shown = [Forgery.item(1, "given_name", .text("Zoë"))] },
        ForgeryCase(.digestMissing, "an item of no digest") { $0.shown = $0.items + [Forgery.item(3, "bsn", .text("999991772"))] },
        ForgeryCase(.digestMismatch, "the same item, its entries in another order") {
            $0.shown = [CBORItem.map($0.items[0].map?.pairs.reversed().reduce(into: CBORMap()) { $0[$1.key] = $1.value } ?? CBORMap())]
        },
        ForgeryCase(.issuingCountry, "another country") { $0.items[2] = Forgery.item(2, "issuing_country", .text("BE")) },
        ForgeryCase(.issuingCountry, "a country that is no text") { $0.items[2] = Forgery.item(2, "issuing_country", .null) },
        ForgeryCase(.digestMissing, "items in another name space") {
            $0.changeIssuerSigned = { $0["nameSpaces"] = moved($0["nameSpaces"]) }
        },
        ForgeryCase(.malformed, "no items") { $0.shown = [] },
        ForgeryCase(.malformed, "no name spaces") { $0.changeIssuerSigned = { $0["nameSpaces"] = .map(CBORMap()) } },
        ForgeryCase(.malformed, "null for name spaces") { $0.changeIssuerSigned = { $0["nameSpaces"] = .null } },
        ForgeryCase(.malformed, "an item that is not embedded") {
            $0.changeIssuerSigned = { $0["nameSpaces"] = .texts([Sample.space.text: .array([Forgery.item(0, "given_name", .null)])]) }
        },
    ]

    private static func moved(_ spaces: CBORItem?) -> CBORItem { .texts(["org.example": spaces?.map?[Sample.space.text] ?? .null]) }

    @Test(arguments: [signatures, objects, items])
    func `an issuer-signed part with any single error is refused`(cases: [ForgeryCase]) async {
        for testCase in cases {
            await expectRejection(testCase.reason, "\(testCase.name), issued") { _ = try await Self.verifyIssued(testCase.forgery) }
            await expectRejection(testCase.reason, "\(testCase.name), presented") { _ = try await Self.verifyPresented(testCase.forgery) }
        }
    }
}
