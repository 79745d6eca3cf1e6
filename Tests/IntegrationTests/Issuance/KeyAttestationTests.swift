// SPDX-License-Identifier: EUPL-1.2

import CalendarDays
import Foundation
import OpenID4VCI
import PhoneSimulator
import Testing
import WalletCore
import WalletInterface

/// An issuer that requires attested keys (OpenID4VCI appendix D), and a PID across midnight.
@Suite(.timeLimit(.minutes(20)))
struct KeyAttestationTests {
    private static let high = "iso_18045_high"

    @Test(arguments: [[], [high], ["iso_18045_moderate", high]])
    func `an issuer that requires a key attestation gets it from the provider and issues the card`(demanded: [String]) async throws {
        try await Fixture.withRealIssuer(
            keyAttestation: KeyAttestationRequirement(keyStorage: demanded), keyStorage: [Self.high]
        ) { fixture, _ in
            let core = try await fixture.openCore()
            let preview = try await fixture.preview(core)
            // The key of the preview is removed.
            #expect(try await fixture.keyCount() == 0)
            let id = try await fixture.accept(core)
            #expect(try await core.cardDetails(id)?.claims == preview.card.claims)
            #expect(try await fixture.keyCount() == 6)
            // The proof that covers all keys is the only one.
            let requests = fixture.network.plan.bodies(to: "/credential").compactMap { try? CredentialRequest(parsing: $0) }
            #expect(requests.map(\.proofs.count) == [1, 1, 1])
            // The state as the next process finds it.
            #expect(try await fixture.openCore().hasPID())
        }
    }

    @Test func `a PIN recovery works with an issuer that requires a key attestation`() async throws {
        try await Fixture.withRealIssuer(keyAttestation: KeyAttestationRequirement(), keyStorage: [Self.high]) { fixture, _ in
            let core = try await fixture.openCore()
            _ = try await fixture.preview(core)
            try await fixture.accept(core)
            await core.lock()
            try await fixture.identify(core)
            let new = try pin("583917")
            #expect(try await core.completePINRecovery(new: new) == .recovered)
            await core.lock()
            #expect(try await core.unlock(pin: new) == .valid)
        }
    }

    @Test(arguments: [[], ["iso_18045_moderate"]])
    func `a key attestation that does not meet the issuer's demands is refused, and no card is stored`(said: [String]) async throws {
        try await Fixture.withRealIssuer(
            keyAttestation: KeyAttestationRequirement(keyStorage: [Self.high]), keyStorage: said
        ) { fixture, _ in
            let core = try await fixture.openCore()
            await expect(.refused) { try await fixture.preview(core) }
            #expect(try await core.issuanceState() == .none)
            #expect(try await fixture.keyCount() == 0)
            #expect(try await !core.hasPID())
        }
    }

    @Test(arguments: [true, false])
    func `after a lost proof the session continues at the next attempt`(isAnswer: Bool) async throws {
        try await Fixture.withRealIssuer(keyAttestation: KeyAttestationRequirement(), keyStorage: []) { fixture, _ in
            let core = try await fixture.openCore()
            fixture.network.stage(isAnswer ? .loseReply : .loseRequest, atPath: "/api/v1/instructions/preview_issuance")
            await expect(.serverUnreachable) { try await fixture.preview(core) }
            #expect(try await core.issuanceState() == .retrieving)
            _ = try await core.resumeIssuance()
        }
    }

    // MARK: Midnight

    private func day(_ name: String, in card: CardDetails?) -> String? {
        guard case .text(let text)? = card?.claims.first(where: { $0.path == [name] })?.value else { return nil }
        return text
    }

    /// Advances the clock to some seconds before the next midnight of the issuer.
    private func goToMidnight(_ fixture: Fixture, less seconds: TimeInterval) throws {
        let zone = try #require(TimeZone(identifier: "Europe/Amsterdam"))
        let now = fixture.clock.now
        fixture.clock.advance(by: CalendarDay(now, in: zone).end(in: zone).timeIntervalSince(now) - seconds)
    }

    @Test func `if midnight falls between preview and acceptance, the card has the day of its issuance`() async throws {
        try await Fixture.withRealIssuer { fixture, _ in
            try goToMidnight(fixture, less: 10)
            let core = try await fixture.openCore()
            let preview = try await fixture.preview(core)
            fixture.clock.advance(by: 20)
            let id = try await fixture.accept(core)
            let card = try await core.cardDetails(id)
            for name in ["date_of_issuance", "date_of_expiry"] {
                let (before, after) = (try #require(day(name, in: preview.card)), try #require(day(name, in: card)))
                #expect(before < after)
            }
            func rest(_ card: CardDetails?) -> [CardClaim] { card?.claims.filter { !$0.path[0].hasPrefix("date_of_") } ?? [] }
            #expect(rest(card) == rest(preview.card) && !rest(card).isEmpty)
        }
    }

    @Test func `a card is valid through its day of expiry where its issuer is, and its status names that day`() async throws {
        try await Fixture.withRealIssuer { fixture, _ in
            let zone = try #require(TimeZone(identifier: "Europe/Amsterdam"))
            let core = try await fixture.openCore()
            _ = try await fixture.preview(core)
            let id = try await fixture.accept(core)
            let card = try await core.cardDetails(id)
            let text = try #require(day("date_of_expiry", in: card))
            let last = try #require(CalendarDay(text))
            for (seconds, isExpired) in [(-1.0, false), (0, true), (86_400, true)] {
                let instant = last.end(in: zone).addingTimeInterval(seconds)
                fixture.clock.advance(by: instant.timeIntervalSince(fixture.clock.now))
                let summary = try await fixture.openCore().cardDetails(id)?.summary
                #expect((summary?.status == .expired) == isExpired)
                #expect(summary?.lastDay == last)
            }
        }
    }

    @Test func `if midnight falls between the issuance of the two formats, the card is issued`() async throws {
        try await Fixture.withRealIssuer { fixture, _ in
            try goToMidnight(fixture, less: 10)
            let core = try await fixture.openCore()
            _ = try await fixture.preview(core)
            // The first request after the preview is in one format, the second in the other.
            fixture.network.stage(.wait {}, atPath: "/credential")
            fixture.network.stage(.wait { fixture.clock.advance(by: 20) }, atPath: "/credential")
            try await fixture.accept(core)
            #expect(try await core.hasPID())
        }
    }
}
