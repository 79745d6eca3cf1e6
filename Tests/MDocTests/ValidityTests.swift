// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Foundation
import MDoc
import Testing

/// Times have one form, a required order, and are compared with an injected clock.
struct ValidityTests {
    static func date(_ text: String) -> CBORItem { .tagged(0, .text(text)) }

    @Test func `a time round-trips`() {
        let instants: [(String, Int64)] = [
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2020-10-01T13:30:02Z", 1_601_559_002),
            ("2000-02-29T12:00:00Z", 951_825_600), ("1900-03-01T00:00:00Z", -2_203_891_200), ("2100-02-28T23:59:59Z", 4_107_542_399),
            ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799), ("2026-12-31T23:59:59Z", 1_798_761_599),
            ("2038-01-19T03:14:08Z", 2_147_483_648),
        ]
        for (text, seconds) in instants {
            let time = TDate(Self.date(text))
            #expect(time?.seconds == seconds, "\(text)")
            #expect(time?.item == Self.date(text), "\(text)")
        }
    }

    @Test func `every day of 800 years round-trips as the day after the previous day`() {
        var day = TDate(Self.date("1600-01-01T00:00:00Z"))?.seconds ?? 0
        while day < 13_569_465_600 {  // 2400
            let time = TDate(Date(timeIntervalSince1970: TimeInterval(day)))
            #expect(time.flatMap { TDate($0.item) } == time)
            day += 86_400 * 13
        }
    }

    @Test func `a time in any other form is refused`() {
        let texts = [
            "", "2026-11-21", "2026-11-21T12:00:00", "2026-11-21T12:00:00z", "2026-11-21t12:00:00Z", "2026-11-21 12:00:00Z",
            "2026-11-21T12:00:00.Z", "2026-11-21T12:00:00.12345678901234567890Z", "2026-11-21T12:00:00+00:00", "2026-11-21T12:00:00-00:00",
            "2026-11-21T12:00:00+14:00", "2026-11-21T23:59:60Z", "2026-11-21T24:00:00Z", "2026-11-21T12:60:00Z", "2026-00-21T12:00:00Z",
            "2026-13-21T12:00:00Z", "2026-11-00T12:00:00Z", "2026-11-31T12:00:00Z", "2027-02-29T12:00:00Z", "2100-02-29T12:00:00Z",
            "+026-11-21T12:00:00Z", "-026-11-21T12:00:00Z", "02026-11-21T12:00:00Z", "2026-11-21T12:00:00Z ", " 2026-11-21T12:00:0Z",
            "２026-11-21T12:00Z", "2026-11-21T1２:0:00Z", "2026-11-21T12:00:00Z\0",
        ]
        for text in texts { #expect(TDate(Self.date(text)) == nil, "\(text)") }
        let good = CBORItem.text("2026-11-21T12:00:00Z")
        for item in [good, .tagged(1, .unsigned(0)), .tagged(1004, good), .tagged(0, .tagged(0, good)), .tagged(0, .unsigned(0)), .null] {
            #expect(TDate(item) == nil)
        }
        for seconds in [-62_167_219_201, 253_402_300_800, 1e300, .infinity, -.infinity, .nan] as [TimeInterval] {
            #expect(TDate(Date(timeIntervalSince1970: seconds)) == nil)
        }
    }

    static func change(_ times: KeyValuePairs<String, CBORItem?>) -> Forgery {
        var forgery = Forgery()
        forgery.changeObject = { object in
            object["validityInfo"] = Forgery.changed(object["validityInfo"]) { info in
                for (key, value) in times { info[key] = value }
            }
        }
        return forgery
    }

    @Test func `missing, malformed or unordered validity times are refused`() async {
        let bad: [Forgery] = [
            Self.change(["signed": nil]), Self.change(["validFrom": nil]), Self.change(["validUntil": nil]),
            Self.change(["signed": .unsigned(1_800_000_000)]), Self.change(["validFrom": .text("2027-01-15T07:58:20Z")]),
            Self.change(["validUntil": .tagged(1, .unsigned(1_800_001_000))]), Self.change(["validUntil": .null]),
            Self.change(["expectedUpdate": .null]), Self.change(["expectedUpdate": Self.date("2027-01-15")]),
            Self.change(["validUntil": Self.date("2027-01-15T08:16:40,5Z")]),
            Self.change(["validUntil": Self.date("2027-01-15T09:16:40+01:00")]),
            // Reversed, empty, and valid before signing.
            Self.change(["validFrom": Self.date("2027-01-15T08:16:40Z"), "validUntil": Self.date("2027-01-15T07:58:20Z")]),
            Self.change(["validUntil": Self.date("2027-01-15T07:58:20Z")]), Self.change(["signed": Self.date("2027-01-15T07:58:21Z")]),
        ]
        for (index, forgery) in bad.enumerated() {
            await expectRejection(.validityInfo, "\(index)") { _ = try await IssuerMutationTests.verifyIssued(forgery) }
        }
        await expectRejection(.malformed) {
            var forgery = Forgery()
            forgery.changeObject = { $0["validityInfo"] = .array([]) }
            _ = try await IssuerMutationTests.verifyIssued(forgery)
        }
    }

    @Test func `a document is valid from its first to its last second, extended by the leeway`() async throws {
        let issued = try Self.change(["expectedUpdate": Self.date("2027-01-15T08:00:00Z")]).issued()
        let trust = try Sample.verifier().trust
        let first: TimeInterval = -100
        let last: TimeInterval = 1000
        for leeway in [0, 60, -5] as [Int64] {
            let verifier = MDocVerifier(trust: trust, docTypes: [], leeway: leeway)
            let more = TimeInterval(max(0, leeway))
            for offset in [first - more, 0, last + more] {
                #expect(
                    try await verifier.verify(issued: issued, at: Sample.time.addingTimeInterval(offset)).elements.count == 3, "\(offset)")
            }
            await expectRejection(.notYetValid) {
                _ = try await verifier.verify(issued: issued, at: Sample.time.addingTimeInterval(first - more - 1))
            }
            await expectRejection(.expired) {
                _ = try await verifier.verify(issued: issued, at: Sample.time.addingTimeInterval(last + more + 1))
            }
        }
    }

    @Test func `a document signed outside its certificate's validity is refused`() async {
        let forgery = Self.change(["signed": Self.date("2025-01-15T07:58:20Z")])
        await expectRejection(.signedOutsideCertificate) { _ = try await IssuerMutationTests.verifyIssued(forgery) }
    }
}
