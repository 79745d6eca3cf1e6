// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
import Foundation
import JSON
import OpenID4VCI
import PhoneSimulator
import PlatformSupport
import StatusList
import Synchronization
import Testing
import WalletCore
import WalletInterface

/// UC3.1, from the first request to a card in the wallet, against a provider and an issuer in one process.
@Suite(.timeLimit(.minutes(20)))
struct IssuanceTests {
    @Test(arguments: PhoneKind.allCases)
    func `a PID is shown, accepted, stored in both formats, and the issuer is notified`(_ kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let (core, preview) = try await fixture.previewedCore()
            #expect(try await core.issuanceState() == .preview(preview))
            #expect(preview.card.summary.style(in: "nl")?.name == "Identiteitskaart")
            #expect(try await !core.hasPID())
            // The provider has made no keys yet.
            #expect(try await fixture.keyCount() == 0)

            let id = try await fixture.accept(core)
            #expect(try await core.hasPID())
            #expect(try await core.issuanceState() == .none)
            let details = try #require(try await core.cardDetails(id))
            #expect(details.claims == preview.card.claims)
            #expect(details.claims.prefix(3).map(\.path) == [["given_name"], ["family_name"], ["address", "locality"]])
            #expect(details.claims[0].name.text(in: "nl") == "Voornamen" && details.claims[0].value == .text("Willeke Liselotte"))
            #expect(!details.claims.contains { $0.path == ["recovery_code"] })
            #expect(details.summary.status == .valid && details.issuer.certifiedName == "PID Provider")
            #expect(try await core.events().map(\.kind) == [.issued])
            #expect(try await fixture.keyCount() == 6)
            #expect(fixture.issuer.state.withLock { $0.notified } == [.deleted, .accepted, .accepted])
        }
    }

    @Test func `after the user rejects a PID nothing is stored, and the issuer is notified`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.previewedCore().core
            try await core.cancelIssuance()
            #expect(try await core.issuanceState() == .none)
            #expect(fixture.issuer.state.withLock { $0.notified } == [.deleted])
            let right = try pin(Fixture.right)
            await expect(.noSession) { try await core.acceptIssuance(pin: right) }
            #expect(try await !core.hasPID())
            #expect(try await fixture.keyCount() == 0)
            #expect(try await core.events().isEmpty)
        }
    }

    @Test func `a session survives restarts in every state in which it waits`() async throws {
        try await Fixture.with { fixture in
            let url = try await fixture.login(fixture.openCore())
            var core = try await fixture.openCore()
            guard case .awaitingAuthentication(url, _) = try await core.issuanceState() else {
                Issue.record("the login is not awaited")
                return
            }
            let link = try await fixture.comeBack(core, from: url)
            fixture.network.stage(.loseRequest, atPath: "/nonce")
            await expect(.serverUnreachable) { try await core.continueIssuance(link) }
            core = try await fixture.openCore()
            #expect(try await core.issuanceState() == .retrieving)
            let preview = try await core.resumeIssuance()
            core = try await fixture.openCore()
            guard case .preview(let again) = try await core.issuanceState() else {
                Issue.record("the preview is gone")
                return
            }
            #expect(again.card.claims == preview.card.claims)
            let id = try await fixture.accept(core)
            core = try await fixture.openCore()
            #expect(try await core.cardDetails(id)?.claims == preview.card.claims)
            // A repeated link continues nothing.
            await #expect(throws: Fixture.Refused.self) { try await fixture.link(core, TestIssuer.redirectURI + "?code=a&state=b") }
        }
    }

    @Test func `the redirect after a login is checked and stored once, before any request is sent`() async throws {
        try await Fixture.with { fixture in
            var core = try await fixture.openCore()
            let link = try await fixture.comeBack(core, from: fixture.login(core))
            let sent = fixture.network.sent.count
            try await core.returnFromLogin(link)
            try await core.returnFromLogin(link)
            #expect(fixture.network.sent.count == sent)
            #expect(try await core.issuanceState() == .retrieving)
            core = try await fixture.openCore()
            #expect(try await core.issuanceState() == .retrieving)
            #expect(try await !core.resumeIssuance().card.claims.isEmpty)
        }
    }

    @Test func `a return link reports a failed and a stopped login, and a link of another session changes nothing`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.openCore()
            for (code, problem) in [(EndpointErrorCode.accessDenied, IssuanceProblem.loginStopped), (.invalidRequest, .loginFailed)] {
                let link = try await fixture.link(core, try fixture.issuer.browse(try await fixture.login(core), as: nil, error: code))
                await expect(problem) { try await core.returnFromLogin(link) }
                #expect(try await core.issuanceState() == .none)
                await expect(.noSession) { try await core.returnFromLogin(link) }
            }
            _ = try await fixture.login(core)
            let foreign = try await fixture.link(core, TestIssuer.redirectURI + "?code=stolen&state=other&iss=https%3A%2F%2Fissuer.test")
            await expect(.foreignRedirect) { try await core.returnFromLogin(foreign) }
            guard case .awaitingAuthentication = try await core.issuanceState() else {
                Issue.record("another session's link ended this one")
                return
            }
            #expect(fixture.network.sent.filter { $0.path == "/token" }.isEmpty)
        }
    }

    @Test func `a wrong PIN is counted once and keeps the preview; the right PIN continues`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.previewedCore().core
            let (wrong, right) = (try pin(Fixture.wrong), try pin(Fixture.right))
            #expect(
                try await core.acceptIssuance(pin: wrong) == .refused(.invalid(attemptsLeftInRound: 3, isFinalRound: false)))
            guard case .preview = try await core.issuanceState(), case .issued = try await core.acceptIssuance(pin: right) else {
                Issue.record("the preview was lost")
                return
            }
            #expect(try await fixture.keyCount() == 6)
        }
    }

    @Test func `a renewed PID replaces the old PID, and the old keys are deleted`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            _ = try await fixture.preview(core)
            let id = try await fixture.accept(core)
            #expect(try await core.events().map(\.kind) == [.renewed, .issued])
            #expect(try await core.events(of: id).map(\.kind) == [.renewed, .issued])
            #expect(try await fixture.keyCount() == 6)
            let other = TestIssuer.Person(code: "recovery-code-of-somebody")
            let back = try await fixture.comeBack(core, from: fixture.login(core), as: other)
            await expect(.wrongPerson) { try await core.continueIssuance(back) }
            #expect(try await core.issuanceState() == .none)
        }
    }

    /// Waits until the cards have these statuses; nil for hidden cards.
    private static func wait(for statuses: [CardStatus]?, in stream: AsyncStream<Cards>) async {
        for await cards in stream {
            switch cards {
            case .hidden: if statuses == nil { return }
            case .unreadable: continue
            case .shown(let cards): if cards.map(\.status) == statuses { return }
            }
        }
    }

    @Test func `cards are visible only while the wallet is unlocked, and show the issuer's status after each refresh`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            let stream = try await core.setCardsStream()
            await Self.wait(for: [.valid], in: stream)
            #expect(try await core.refreshCardStatuses())
            try fixture.issuer.setStatus(.suspended)
            fixture.clock.advance(by: 90)
            #expect(try await core.refreshCardStatuses())
            await Self.wait(for: [.suspended], in: stream)
            try fixture.issuer.setStatus(.invalid)
            fixture.clock.advance(by: 90)
            #expect(try await core.refreshCardStatuses())
            await Self.wait(for: [.revoked], in: stream)
            // Permanently, whatever the list says later.
            try fixture.issuer.setStatus(.valid)
            fixture.clock.advance(by: 90)
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.events().map(\.kind) == [.revoked, .issued])
            await core.lock()
            await Self.wait(for: nil, in: stream)
            await expect(.locked) { try await core.events() }
        }
    }

    @Test func `a card ends with the day of expiry that it names, even if its copies live longer`() async throws {
        try await Fixture.with { fixture in
            fixture.issuer.state.withLock { $0.tampersWithSDJWT = { $1.append("date_of_expiry", "2026-10-01") } }
            let core = try await fixture.coreWithPID()
            guard let id = try await core.events().first?.card?.id else { throw Fixture.Refused() }
            let summary = try await core.cardDetails(id)?.summary
            // The end of that day in the Netherlands.
            let end = try Date("2026-10-01T22:00:00Z", strategy: .iso8601)
            #expect(summary?.expiresAt == end)
            #expect(summary?.lastDay?.text == "2026-10-01")
        }
    }

    @Test func `an outdated status is shown as unknown, and an expired card as expired`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            guard let id = try await core.events().first?.card?.id else { throw Fixture.Refused() }
            for (days, expected) in [(2.0, CardStatus.unknown), (70, .expiresSoon), (91, .expired)] {
                fixture.clock.advance(by: 86_400 * days - fixture.clock.now.timeIntervalSince(Fixture.start))
                let core = try await fixture.openCore()
                if expected == .expiresSoon { #expect(try await core.refreshCardStatuses()) }
                #expect(try await core.cardDetails(id)?.summary.status == expected)
            }
        }
    }
}
