// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import Testing

@testable import RevocationPortal

/// The portal's tokens without HTTP.
struct TokenTests {
    private let now = Date(timeIntervalSince1970: 1_767_268_800)
    private let key = SymmetricKey(data: [UInt8](repeating: 1, count: 32))
    private let browser = BrowserID { [UInt8](repeating: 2, count: $0) }

    @Test func `a form's token is valid for its browser and until its expiry`() {
        let forms = FormToken(key: key)
        let token = forms.issue(for: browser, until: now + 10)
        #expect(forms.isGood(token, from: browser, now: now))
        #expect(forms.isGood(token, from: browser, now: now + 9.9))
        #expect(!forms.isGood(token, from: browser, now: now + 10))
        #expect(!forms.isGood(token, from: BrowserID { [UInt8](repeating: 3, count: $0) }, now: now))
        #expect(!FormToken(key: SymmetricKey(data: [UInt8](repeating: 2, count: 32))).isGood(token, from: browser, now: now))
    }

    @Test(arguments: [PortalOutcome.unknown, .revoked(at: Date(timeIntervalSince1970: 1_767_268_799))])
    func `an outcome can be read until its expiry`(_ outcome: PortalOutcome) {
        let outcomes = OutcomeToken(key: key)
        let text = outcomes.seal(outcome, until: now + 10)
        #expect(outcomes.open(text, now: now + 9) == outcome)
        #expect(outcomes.open(text, now: now + 10) == nil)
    }

    @Test(arguments: [-1e300, -1, 0, 253_402_300_799, 1e19, 1e300, .infinity, -.infinity, .nan])
    func `no time on the clock crashes the program`(_ seconds: TimeInterval) throws {
        let outcomes = OutcomeToken(key: key)
        let text = outcomes.seal(.revoked(at: Date(timeIntervalSince1970: seconds)), until: now + 10)
        guard case .revoked(let instant)? = outcomes.open(text, now: now) else {
            Issue.record("not read back")
            return
        }
        let words = Words(try PortalResources(skin: .nlWallet).catalogue(), in: .dutch)
        #expect(words.timestamp(instant, in: try #require(TimeZone(identifier: "Europe/Amsterdam"))).contains("Nederlandse tijd"))
    }

    @Test func `a token of one kind is invalid as the other kind, although both keys come from one secret`() throws {
        let key = try PortalKey([UInt8](repeating: 7, count: 32))
        let form = FormToken(key: key.forms).issue(for: browser, until: now + 10)
        let outcome = OutcomeToken(key: key.outcomes).seal(.unknown, until: now + 10)
        #expect(OutcomeToken(key: key.outcomes).open(form, now: now) == nil)
        #expect(!FormToken(key: key.forms).isGood(outcome, from: browser, now: now))
        #expect(OutcomeToken(key: key.forms).open(outcome, now: now) == nil)
    }

    @Test func `an outcome's text contains neither the code nor the reason`() {
        let outcomes = OutcomeToken(key: key)
        #expect(outcomes.seal(.unknown, until: now) == outcomes.seal(.unknown, until: now))
    }

    @Test(arguments: [0, 1, 31])
    func `a key that is too short is rejected`(_ count: Int) {
        #expect(throws: PortalError.self) { try PortalKey([UInt8](repeating: 1, count: count)) }
    }

    @Test(arguments: ["", "AAAA", String(repeating: "A", count: 42), String(repeating: "A", count: 44), "!!!", "AA=="])
    func `a text that is not a browser's id is rejected`(_ text: String) {
        #expect(BrowserID(parsing: text) == nil)
        #expect(BrowserID(parsing: browser.text) == browser)
    }
}

/// A key as a log would show it.
enum PortalKeyProbe {
    static func description() throws -> String { "\(try PortalKey([UInt8](repeating: 65, count: 32)))" }
}
