// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Foundation
import MDoc
import Testing

/// Input above a limit is refused; input at the limit is accepted.
struct LimitTests {
    static func verify(_ forgery: Forgery, _ limits: MDocLimits) async throws {
        let verifier = MDocVerifier(trust: try Sample.verifier().trust, docTypes: [], limits: limits)
        _ = try await verifier.verify(issued: forgery.issued(), at: Sample.time)
    }

    static func items(_ count: Int) -> [CBORItem] { (0..<count).map { Forgery.item(UInt64($0), "element \($0)", .null) } }

    @Test func `exactly the maximum number of bytes is accepted, one byte more is refused`() async throws {
        let forgery = Forgery()
        let count = try forgery.issued().count
        // The library's signatures have a constant length.
        try await Self.verify(forgery, MDocLimits(maximumBytes: count))
        await expectRejection(.tooLarge) { try await Self.verify(forgery, MDocLimits(maximumBytes: count - 1)) }
        await expectRejection(.tooLarge) { try await Self.verify(forgery, MDocLimits(maximumBytes: -1)) }
        let megabyte = [UInt8](repeating: 0, count: 1 << 20)
        let verifier = try Sample.verifier()
        await expectRejection(.tooLarge) { _ = try await verifier.verify(issued: megabyte, at: Sample.time) }
        await expectRejection(.tooLarge) {
            _ = try await verifier.verify(response: megabyte, for: Sample.transcript, at: Sample.time)
        }
    }

    @Test func `exactly the maximum numbers of elements and digests are accepted, one more is refused`() async throws {
        var forgery = Forgery()
        forgery.items = Self.items(20)
        try await Self.verify(forgery, MDocLimits(maximumElements: 20, maximumDigests: 20))
        await expectRejection(.tooLarge) { try await Self.verify(forgery, MDocLimits(maximumElements: 19)) }
        await expectRejection(.tooLarge) { try await Self.verify(forgery, MDocLimits(maximumDigests: 19)) }
    }

    @Test func `exactly the maximum numbers of device elements, documents and errors are accepted, one more is refused`() async throws {
        var forgery = Forgery()
        var members = CBORMap()
        for index in 0..<5 { members["\(index)"] = .null }
        forgery.deviceSpaces = CBORItem.texts(["a": .map(members)]).encode()
        let bytes = try forgery.response()
        #expect(throws: Never.self) { try DeviceResponse(decoding: bytes, limits: MDocLimits(maximumElements: 5)) }
        await expectRejection(.tooLarge) { _ = try DeviceResponse(decoding: bytes, limits: MDocLimits(maximumElements: 4)) }

        var many = Forgery()
        many.changeResponse = { $0["documents"] = .array([CBORItem](repeating: $0["documents"]?.array?.first ?? .null, count: 3)) }
        let documents = try many.response()
        #expect(try DeviceResponse(decoding: documents, limits: MDocLimits(maximumDocuments: 3)).documents.count == 3)
        await expectRejection(.tooLarge) { _ = try DeviceResponse(decoding: documents, limits: MDocLimits(maximumDocuments: 2)) }
        many.changeResponse = { $0["documentErrors"] = .array([CBORItem](repeating: .texts(["x": .unsigned(0)]), count: 17)) }
        let errors = try many.response()
        await expectRejection(.tooLarge) { _ = try DeviceResponse(decoding: errors) }
    }

    @Test func `exactly the maximum number of errors of elements is accepted, one more is refused`() async throws {
        func response(_ spaces: Int, _ codes: Int) throws -> [UInt8] {
            var errors = CBORMap()
            for space in 0..<spaces {
                var members = CBORMap()
                for index in 0..<codes { members["\(index)"] = .unsigned(0) }
                errors["space \(space)"] = .map(members)
            }
            let item = CBORItem.map(errors)
            var forgery = Forgery()
            forgery.changeDocument = { $0["errors"] = item }
            return try forgery.response()
        }
        let limits = MDocLimits(maximumElements: 6)
        #expect(try DeviceResponse(decoding: response(2, 3), limits: limits).documents.first?.errors.count == 2)
        for (spaces, codes) in [(1, 7), (7, 1)] {
            await expectRejection(.tooLarge) { _ = try DeviceResponse(decoding: response(spaces, codes), limits: limits) }
        }
    }

    @Test func `names that are equal only by Unicode have different hashes`() {
        // With one hash for all of them, a response with thousands of such names would take minutes.
        #expect(ElementIdentifier("\u{E9}").hashValue != ElementIdentifier("e\u{301}").hashValue)
        #expect(NameSpace("\u{E9}").hashValue != NameSpace("e\u{301}").hashValue)
    }

    @Test func `exactly the maximum depth is accepted everywhere, one level more is refused`() async throws {
        func nested(_ levels: Int) -> CBORItem { (0..<levels).reduce(.null) { item, _ in .array([item]) } }
        func tagged(_ levels: Int) -> CBORItem { (0..<levels).reduce(.null) { item, _ in .tagged(24, item) } }
        for deep in [nested, tagged] {
            var forgery = Forgery()
            forgery.items[0] = Forgery.item(0, "given_name", deep(31))
            try await Self.verify(forgery, .default)
            forgery.items[0] = Forgery.item(0, "given_name", deep(32))
            await expectRejection(.tooLarge) { try await Self.verify(forgery, .default) }
            forgery = Forgery()
            forgery.changeObject = { $0["more"] = deep(40) }
            await expectRejection(.tooLarge) { try await Self.verify(forgery, .default) }
        }
        for bytes in [[UInt8](repeating: 0x81, count: 100_000), [UInt8](repeating: 0xd8, count: 100_000)] {
            let verifier = try Sample.verifier()
            await #expect(throws: MDocRejection.self) { _ = try await verifier.verify(issued: bytes, at: Sample.time) }
        }
    }

    @Test func `a rejection contains nothing of the document`() async throws {
        let error = await #expect(throws: MDocRejection.self) {
            var forgery = Forgery()
            forgery.shown = [Forgery.item(0, "given_name", .text("Eve"))]
            _ = try await IssuerMutationTests.verifyIssued(forgery)
        }
        #expect(error?.description == "mdoc rejected: digest_mismatch")
    }
}
