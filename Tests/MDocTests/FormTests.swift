// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import MDoc
import Testing

/// Valid mdocs in forms that other issuers and wallets may produce, but this project does not.
struct FormTests {
    /// Other encodings of the same map with fewer than 23 entries.
    static let forms: [(name: String, form: @Sendable ([UInt8]) -> [UInt8])] = [
        ("a length that is not minimal", { [0xb8, $0[0] & 0x1f] + $0.dropFirst() }),
        ("a length in eight bytes", { [0xbb, 0, 0, 0, 0, 0, 0, 0, $0[0] & 0x1f] + $0.dropFirst() }),
        ("an indefinite length", { [0xbf] + $0.dropFirst() + [0xff] }),
    ]
    /// An additional entry that is not in its shortest form.
    static let entries: [(name: String, form: @Sendable ([UInt8]) -> [UInt8])] = [
        ("an integer that is not minimal", { [$0[0] + 1] + $0.dropFirst() + [0x61, 0x78, 0x18, 0x17] }),
        ("a float that is not minimal", { [$0[0] + 1] + $0.dropFirst() + [0x61, 0x78, 0xfa, 0x3f, 0x80, 0, 0] }),
        ("an indefinite text", { [$0[0] + 1] + $0.dropFirst() + [0x61, 0x78, 0x7f, 0x61, 0x78, 0xff] }),
    ]
    /// Other forms of an embedded encoding.
    static let embeddings: [@Sendable ([UInt8]) -> CBORItem] = [
        { .verbatim([0xd9, 0, 0x18] + CBORItem.bytes($0).encode()) },
        { .verbatim([0xd8, 0x18, 0x5f] + CBORItem.bytes($0).encode() + [0xff]) },
        { .verbatim([0xd8, 0x18, 0x5a, 0, 0, UInt8($0.count >> 8), UInt8($0.count & 255)] + $0) },
    ]

    static func expectAccepted(_ comment: String, _ change: (inout Forgery) -> Void) async throws {
        var forgery = Forgery()
        change(&forgery)
        let issued = try await IssuerMutationTests.verifyIssued(forgery)
        #expect(issued.elements.count == 3, "\(comment)")
        let presented = try await IssuerMutationTests.verifyPresented(forgery)
        #expect(presented.map(\.elements) == [issued.elements], "\(comment)")
    }

    @Test func `signed and digested parts are accepted in every CBOR encoding`() async throws {
        for form in Self.forms {
            try await Self.expectAccepted("item, \(form.name)") { $0.encodeItem = { form.form($0.encode()) } }
            try await Self.expectAccepted("protected header, \(form.name)") { $0.protected = form.form(hex("a10126")) }
        }
        for form in Self.forms + Self.entries {
            try await Self.expectAccepted("object, \(form.name)") { $0.encodeObject = { form.form($0.encode()) } }
        }
        for embedding in Self.embeddings {
            try await Self.expectAccepted("payload") { $0.payload = { embedding($0).encode() } }
            try await Self.expectAccepted("embedded item") { $0.embedItem = embedding }
        }
    }

    @Test func `unsigned parts are accepted in every CBOR encoding`() async throws {
        let verifier = try Sample.verifier()
        for form in Self.forms {
            #expect(try await verifier.verify(issued: form.form(Forgery().issued()), at: Sample.time).elements.count == 3, "\(form.name)")
            let documents = try await verifier.verify(response: form.form(Forgery().response()), for: Sample.transcript, at: Sample.time)
            #expect(documents.count == 1, "\(form.name)")
            var forgery = Forgery()
            forgery.deviceSpaces = form.form([0xa0])
            #expect(try await IssuerMutationTests.verifyPresented(forgery).count == 1, "device, \(form.name)")
        }
    }

    @Test func `an unknown entry in a closed structure is refused in every CBOR encoding`() async {
        for form in Self.entries {
            await EncodingTests.check("item, \(form.name)") { $0.encodeItem = { form.form($0.encode()) } }
        }
    }

    @Test func `an item in a different encoding than the digested one is refused`() async throws {
        // The digests cover the shortest form, but another form is presented.
        var digested = Forgery()
        let items = digested.items
        digested.changeIssuerSigned = {
            $0["nameSpaces"] = .texts([Sample.space.text: .array(items.map { Self.embeddings[0]($0.encode()) })])
        }
        let forgery = digested
        await expectRejection(.digestMismatch) { _ = try await IssuerMutationTests.verifyIssued(forgery) }
    }

    @Test func `a wallet presents an item in the encoding that it received`() async throws {
        var forgery = Forgery()
        forgery.embedItem = Self.embeddings[2]
        let issued = try IssuerSigned(decoding: forgery.issued())
        let document = try await issued.presented(
            disclosing: [Sample.space: ["given_name"]], for: Sample.transcript
        ) { try Sample.deviceKey.sign($0) }
        let response = DeviceResponse(documents: [document]).encode()
        let verified = try await Sample.verifier().verify(response: response, for: Sample.transcript, at: Sample.time)
        #expect(verified.first?.elements.map(\.identifier) == ["given_name"])
    }

    @Test(arguments: ["2027-01-15T08:16:40.5Z", "2027-01-15T08:16:40.123456789Z", "2027-01-15T08:16:40.0Z"])
    func `the fraction of a second in a time is truncated`(text: String) async throws {
        let item = CBORItem.tagged(0, .text(text))
        #expect(TDate(item)?.item == .tagged(0, .text("2027-01-15T08:16:40Z")))
        try await Self.expectAccepted(text) { forgery in
            forgery.changeObject = { $0["validityInfo"] = Forgery.changed($0["validityInfo"]) { $0["validUntil"] = item } }
        }
    }

    @Test(arguments: [
        "2027-01-15T08:16:40.Z", "2027-01-15T08:16:40.1234567890Z", "2027-01-15T08:16:40,5Z", "2027-01-15T08:16:40.5",
        "2027-01-15T08:16:40.-5Z",
        "2027-01-15T08:16:40.5+00:00", "2027-01-15T08:16:40.５Z", "2027-01-15T08:16.5Z", "2027-01-15T08:16:40.5ZZ",
    ])
    func `a malformed fraction of a second is refused`(text: String) {
        #expect(TDate(.tagged(0, .text(text))) == nil)
    }

    @Test func `an empty list of errors is accepted, an empty list of documents is not`() async throws {
        try await Self.expectAccepted("errors") { $0.changeResponse = { $0["documentErrors"] = .array([]) } }
        var forgery = Forgery()
        forgery.changeResponse = { $0["documents"] = .array([]) }
        let empty = forgery
        await expectRejection(.malformed) { _ = try await IssuerMutationTests.verifyPresented(empty) }
    }

    @Test func `an item's random of at least 16 bytes is accepted, a shorter random is refused`() async throws {
        for count in [16, 17, 24, 32, 64, 300] {
            try await Self.expectAccepted("\(count)") {
                $0.items[0] = Forgery.changed($0.items[0]) { $0["random"] = .bytes([UInt8](repeating: 1, count: count)) }
            }
        }
        await EncodingTests.check("15", .random) {
            $0.items[0] = Forgery.changed($0.items[0]) { $0["random"] = .bytes([UInt8](repeating: 1, count: 15)) }
        }
    }
}
