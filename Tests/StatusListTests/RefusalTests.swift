// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import StatusList
import Testing

/// Lists and references that must be refused (F-J9, F-J3).
struct RefusalTests {
    static let key = P256.Signing.PrivateKey()
    static let uri = "https://example.com/statuslists/1"
    static let now: Int64 = 1_800_000_000

    static func claims(_ change: (inout JSONObject) -> Void = { _ in }) -> JSONObject {
        var claims = StatusListToken(
            subject: uri, issuedAt: now, expiresAt: now + 3600, timeToLive: 600, list: StatusListEntries(bits: .one, bytes: [0xB9, 0xA3])
        ).claims
        change(&claims)
        return claims
    }

    static func sign(_ claims: JSONObject, type: String = StatusListToken.type, by key: P256.Signing.PrivateKey = key) throws -> String {
        try CompactJWS.sign(header: JWTHeader(type: type).json, payload: claims.encode(), with: key).serialized
    }

    func verify(_ text: String, maximumBytes: Int = 4096, at time: Int64 = now) async throws -> StatusListToken {
        try await StatusListVerifier(trust: .key(JWK(Self.key.publicKey)), maximumBytes: maximumBytes)
            .verify(text, from: Self.uri, at: Date(timeIntervalSince1970: Double(time)))
    }

    func expect(_ reason: StatusListRejection.Reason, _ comment: Comment? = nil, when work: () async throws -> Void) async {
        let error = await #expect(throws: StatusListRejection.self, comment) { try await work() }
        #expect(error?.reason == reason, comment)
    }

    @Test func `a validly signed token gives the list and its times`() async throws {
        let token = StatusListToken(
            subject: Self.uri, issuedAt: Self.now, expiresAt: Self.now + 3600, timeToLive: 600,
            list: StatusListEntries(bits: .one, bytes: [1]))
        let text = try await token.signed { try Array(Self.key.signature(for: $0).rawRepresentation) }
        #expect(try await verify(text) == token)
        #expect(token.freshUntil(fetchedAt: Self.now, maximum: 86_400) == Self.now + 600)
        #expect(token.freshUntil(fetchedAt: Self.now, maximum: 60) == Self.now + 60)
        #expect(token.freshUntil(fetchedAt: Self.now + 3590, maximum: 60) == Self.now + 3600)
    }

    /// A wrong claim and the expected reason for refusal.
    struct Fault: Sendable {
        let name: String
        let reason: StatusListRejection.Reason
        let change: @Sendable (inout JSONObject) -> Void

        init(_ name: String, _ reason: StatusListRejection.Reason, _ change: @escaping @Sendable (inout JSONObject) -> Void) {
            self.name = name
            self.reason = reason
            self.change = change
        }

        init(_ claim: String, _ value: JSONValue, _ reason: StatusListRejection.Reason) {
            self.init("\(claim) \(value)", reason) { $0.set(claim, value) }
        }

        init(bits: JSONValue, _ reason: StatusListRejection.Reason) {
            self.init("bits \(bits)", reason) { $0.set("status_list", ["bits": bits, "lst": "eNrbuRgAAhcBXQ"]) }
        }

        init(_ name: String, list: JSONValue, _ reason: StatusListRejection.Reason = .compression) {
            self.init(name, reason) { $0.set("status_list", ["bits": 1, "lst": list]) }
        }
    }

    static let badBits: [JSONValue] = [0, 3, 5, 7, 16, -1, 9_223_372_036_854_775_807]
    static let noBits: [JSONValue] = [nil, "1", true, .decimal(1)]
    static let badTimes: [JSONValue] = [
        0, -1, "600", nil, .decimal(0), .decimal(-0.5), .decimal(-600), .decimal(1e300), 9_007_199_254_740_992,
    ]
    static let otherSubjects: [JSONValue] = [
        "https://example.com/statuslists/2", "https://example.com/statuslists/1/", "HTTPS://example.com/statuslists/1", "",
    ]
    static let noSubjects: [JSONValue] = [nil, 1, [.string(uri)]]
    static let single: [Fault] = [
        Fault("truncated", list: "eNrbuRgAAhcB"),
        Fault("cut to its header", list: "eNo"),
        Fault("nothing", list: ""),
        Fault("a byte behind the stream", list: "eNrbuRgAAhcBXQA"),
        Fault("two streams", list: "eNrbuRgAAhcBXXja27kYAAIXAV0"),
        Fault("a wrong checksum", list: "eNrbuRgAAhcBXA"),
        Fault("not compressed", list: "uaM"),
        Fault("gzip", list: "H4sIAAAAAAAAA9u5GAAwyXg4AgAAAA"),
        Fault("not base64url", list: "eNrbuRgAAhcBXQ=="),
        Fault("lst a number", list: 1, .malformed),
        Fault("no list", .malformed) { _ = $0.remove("status_list") },
        Fault("status_list", [], .malformed),
        Fault("no iat", .malformed) { _ = $0.remove("iat") },
        Fault("iat", "1800000000", .malformed),
        Fault("iat", .integer(now + 61), .issuedInFuture),
        Fault("iat", .decimal(-1.5), .malformed),
        Fault("iat", .decimal(Double(now) + 61.5), .issuedInFuture),
        Fault("exp", .decimal(1e300), .malformed),
        Fault("exp", "1.9e9", .malformed),
        Fault("exp", .decimal(Double(now) - 59.5), .expired),
        Fault("exp", .integer(now - 60), .expired),
    ]

    static var faults: [Fault] {
        var faults = single
        faults += badBits.map { Fault(bits: $0, .bits) }
        faults += noBits.map { Fault(bits: $0, .malformed) }
        faults += badTimes.map { Fault("ttl", $0, .timeToLive) }
        faults += otherSubjects.map { Fault("sub", $0, .subject) }
        faults += noSubjects.map { Fault("sub", $0, .malformed) }
        return faults
    }

    @Test(arguments: faults.indices) func `every faulty claim is refused with its own reason`(_ index: Int) async {
        let fault = Self.faults[index]
        await expect(fault.reason, "\(fault.name)") { _ = try await verify(Self.sign(Self.claims(fault.change))) }
    }

    @Test func `decompression stops at the size limit`() async throws {
        // 64 MiB of zeros compress to 64 KiB.
        let list = StatusListEntries(bits: .one, bytes: [UInt8](repeating: 0, count: 64 * 1024 * 1024))
        #expect(list.json.encode().count < 100_000)
        await expect(.tooLarge) { _ = try StatusListEntries(list.json, maximumBytes: 1_000_000) }
        #expect(try StatusListEntries(list.json, maximumBytes: 64 * 1024 * 1024).count == list.count)
        await expect(.tooLarge) { _ = try StatusListEntries(list.json, maximumBytes: 64 * 1024 * 1024 - 1) }
        await expect(.tooLarge) {
            _ = try await verify(
                Self.sign(Self.claims { $0.set("status_list", .object(StatusListEntries(bits: .one, count: 80_000).json)) }))
        }
        await expect(.tooLarge) { _ = try await verify(String(repeating: "a", count: 100_000)) }
    }

    @Test func `a token with a wrong type, a wrong signer or a change is refused`() async throws {
        for type in ["JWT", "statuslist+cwt", "StatusList+jwt", "application/statuslist+jwt", "dc+sd-jwt"] {
            await expect(.signature, "\(type)") { _ = try await verify(Self.sign(Self.claims(), type: type)) }
        }
        await expect(.signature) { _ = try await verify(Self.sign(Self.claims(), by: P256.Signing.PrivateKey())) }
        for text in ["", "a.b", "a.b.c.d", "..", "e30.e30.e30"] { await expect(.malformed, "\(text)") { _ = try await verify(text) } }
        let good = Array(try Self.sign(Self.claims()).utf8)
        for index in stride(from: 0, to: good.count, by: 7) {
            var bytes = good
            bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            await #expect(throws: StatusListRejection.self) { _ = try await verify(String(decoding: bytes, as: UTF8.self)) }
        }
    }

    @Test func `an index beyond the end and a status that does not fit into its bits are refused`() async throws {
        var list = StatusListEntries(bits: .two, bytes: [0xC9, 0x44, 0xF9])
        for index in [-1, 12, .max, .min] {
            await expect(.indexOutOfBounds) { _ = try list.status(at: index) }
            await expect(.indexOutOfBounds) { try list.set(.valid, at: index) }
        }
        await expect(.bits) { try list.set(.other(4), at: 0) }
    }

    @Test func `an address of the maximum length is accepted, one of a character more is refused`() async throws {
        let longest = "https://" + String(repeating: "a", count: StatusListReference.maximumURIBytes - 8)
        #expect(try StatusListReference(index: 0, uri: longest).uri == longest)
        await expect(.reference) { _ = try StatusListReference(index: 0, uri: longest + "a") }
    }

    @Test func `the largest and smallest numbers are possible as a maximum size`() async throws {
        let text = try Self.sign(Self.claims())
        #expect(try await verify(text, maximumBytes: .max).list.bytes == [0xB9, 0xA3])
        await expect(.tooLarge) { _ = try await verify(text, maximumBytes: .min) }
        await expect(.tooLarge) { _ = try StatusListEntries(StatusListEntries(bits: .one, bytes: [1]).json, maximumBytes: .min) }
    }

    static let references: [JSONValue] = [
        nil, [:], [], "x", ["status_list": nil], ["status_list": []], ["status_list": [:]], ["status_list": ["idx": 0]],
        ["status_list": ["idx": -1, "uri": "https://a.b"]], ["status_list": ["idx": "0", "uri": "https://a.b"]],
        ["status_list": ["idx": .decimal(0), "uri": "https://a.b"]], ["status_list": ["idx": 0, "uri": 1]],
        ["status_list": ["idx": 0, "uri": "http://a.b"]], ["status_list": ["idx": 0, "uri": "https://"]],
        ["status_list": ["idx": 0, "uri": "https://a b"]], ["status_list": ["idx": 0, "uri": "file:///etc/passwd"]],
    ]

    @Test(arguments: references.indices) func `an invalid reference is refused`(_ index: Int) async {
        await expect(.reference) { _ = try StatusListReference(status: Self.references[index]) }
    }
}
