// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import MDoc
import Testing

/// F-J7: an encoding that is not well-formed or has another meaning is refused everywhere, even if it is validly signed. Other forms of the
/// same contents are accepted: ``FormTests``.
struct EncodingTests {
    /// Corruptions of an encoded map with fewer than 23 entries.
    static let spoilers: [(name: String, spoil: @Sendable ([UInt8]) -> [UInt8])] = [
        ("nothing", { _ in [] }), ("a byte more", { $0 + [0] }), ("an item more", { $0 + $0 }), ("a byte less", { Array($0.dropLast()) }),
        ("a length of 2⁶⁴ − 1", { [0xbb] + [UInt8](repeating: 0xff, count: 8) + $0.dropFirst() }),
        ("a key twice", { [$0[0] + 2] + $0.dropFirst() + [0x61, 0x78, 0x00, 0x61, 0x78, 0x00] }),
        ("a key twice, once not minimal", { [$0[0] + 2] + $0.dropFirst() + [0x61, 0x78, 0x00, 0x78, 0x01, 0x78, 0x00] }),
        ("a text that is not UTF-8", { [$0[0] + 1] + $0.dropFirst() + [0x61, 0xff, 0x00] }),
        ("a surrogate", { [$0[0] + 1] + $0.dropFirst() + [0x63, 0xed, 0xa0, 0x80, 0x00] }),
        ("bytes of 2⁶⁴ − 1", { [$0[0] + 1] + $0.dropFirst() + [0x61, 0x78, 0x5b] + [UInt8](repeating: 0xff, count: 8) }),
        ("reserved information", { [$0[0] + 1] + $0.dropFirst() + [0x61, 0x78, 0x1c] }),
        ("a simple value in two bytes", { [$0[0] + 1] + $0.dropFirst() + [0x61, 0x78, 0xf8, 0x14] }),
        ("a tag around", { [0xc0] + $0 }), ("tags around", { [0xd8, 0x18, 0xd8, 0x18] + $0 }), ("an array around", { [0x81] + $0 }),
        ("a half float", { _ in [0xf9, 0x3c, 0x00] }), ("a break", { _ in [0xff] }), ("JSON", { _ in Array("{}".utf8) }),
        ("hexadecimal", { $0.flatMap { Array((String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)).utf8) } }),
        ("base64", { Array(Data($0).base64EncodedString().utf8) }),
    ]

    static func check(_ name: String, _ reason: MDocRejection.Reason = .malformed, _ change: (inout Forgery) -> Void) async {
        var forgery = Forgery()
        change(&forgery)
        await expectRejection(reason, "\(name), issued") { _ = try await IssuerMutationTests.verifyIssued(forgery) }
        await expectRejection(reason, "\(name), presented") { _ = try await IssuerMutationTests.verifyPresented(forgery) }
    }

    @Test func `a corrupted item is refused`() async {
        for spoiler in Self.spoilers {
            await Self.check(spoiler.name) { $0.encodeItem = { spoiler.spoil($0.encode()) } }
        }
    }

    @Test func `a corrupted mobile security object, and a corrupted payload around it, are refused`() async {
        for spoiler in Self.spoilers {
            await Self.check(spoiler.name) { $0.encodeObject = { spoiler.spoil($0.encode()) } }
        }
        let around: [@Sendable ([UInt8]) -> [UInt8]] = [
            { [0xd8, 0x19] + CBORItem.bytes($0).encode() }, { [0xd8, 0x18, 0x5f] + CBORItem.bytes($0).encode() },
            { CBORItem.tagged(24, .bytes($0)).encode() + [0] }, { CBORItem.tagged(24, .array([.bytes($0)])).encode() },
        ]
        for spoil in around { await Self.check("around") { $0.payload = spoil } }
    }

    @Test func `a corrupted protected header is refused`() async {
        for spoiler in Self.spoilers where spoiler.name != "nothing" {
            await Self.check(spoiler.name, .header) { $0.protected = spoiler.spoil(hex("a10126")) }
        }
    }

    @Test func `corrupted device-signed data is refused`() async throws {
        let names = CBORItem.texts(["org.example": .texts(["a": .unsigned(1)])]).encode()
        for spoiler in Self.spoilers {
            var forgery = Forgery()
            forgery.deviceSpaces = spoiler.spoil(names)
            await expectRejection(.malformed, "\(spoiler.name)") { _ = try await IssuerMutationTests.verifyPresented(forgery) }
        }
    }

    @Test func `a corrupted document or response is refused`() async throws {
        let verifier = try Sample.verifier()
        let issued = try Forgery().issued()
        let response = try Forgery().response()
        for spoiler in Self.spoilers {
            await expectRejection(.malformed, "\(spoiler.name)") {
                _ = try await verifier.verify(issued: spoiler.spoil(issued), at: Sample.time)
            }
            await expectRejection(.malformed, "\(spoiler.name)") {
                _ = try await verifier.verify(response: spoiler.spoil(response), for: Sample.transcript, at: Sample.time)
            }
        }
        // Each structure in the place of the other.
        await expectRejection(.malformed) { _ = try await verifier.verify(issued: response, at: Sample.time) }
        await expectRejection(.malformed) {
            _ = try await verifier.verify(response: issued, for: Sample.transcript, at: Sample.time)
        }
    }
}
