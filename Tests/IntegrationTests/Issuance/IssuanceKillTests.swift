// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletCore
import WalletInterface

/// The process is killed at each write and each send, before and after: a PID exists completely or not at all, and one of the PINs unlocks the
/// wallet.
@Suite(.timeLimit(.minutes(20)))
struct IssuanceKillTests {
    /// Runs a step in a process that is killed at every point in turn; `check` examines the result in a new process.
    private func killEverywhere(
        _ prepare: (Fixture) async throws -> Void, _ step: (Core, Fixture) async throws -> Void,
        then check: (Core, Fixture, _ place: String?) async throws -> Void
    ) async throws -> Int {
        for point in 0...400 {
            var isOver = false
            try await Fixture.with { fixture in
                try await prepare(fixture)
                let kill = KillSwitch(fixture.network)
                let core = try await fixture.launchCore(kill)
                _ = try? await core.unlock(pin: pin(Fixture.right))
                kill.arm(passing: point)
                try? await step(core, fixture)
                isOver = kill.place == nil
                try await check(try await fixture.launchCore(), fixture, kill.place)
            }
            if isOver { return point }
        }
        Issue.record("it has no end")
        return 0
    }

    @Test func `after a kill at any point of the acceptance, the preview can be accepted or the card is stored`() async throws {
        let right = try pin(Fixture.right)
        let count = try await killEverywhere { fixture in
            _ = try await fixture.previewedCore()
        } _: { core, _ in
            _ = try await core.acceptIssuance(pin: right)
        } then: { core, fixture, place in
            #expect(try await core.unlock(pin: right) == .valid, "\(place ?? "")")
            if try await !core.hasPID() {
                guard case .preview = try await core.issuanceState(), case .issued = try await core.acceptIssuance(pin: right) else {
                    Issue.record("\(place ?? ""): the preview is gone")
                    return
                }
            }
            let events = try await core.events()
            #expect(events.map(\.kind) == [.issued], "\(place ?? "")")
            let card = try #require(events.first?.card)
            #expect(try await core.cardDetails(card.id)?.claims.isEmpty == false, "\(place ?? "")")
            #expect(try await core.issuanceState() == .none, "\(place ?? "")")
            // The keys of a response that the killed process never received are removed too.
            #expect(try await fixture.keyCount() == 6, "\(place ?? "")")
        }
        #expect(count > 30)
    }

    @Test func `after a kill at any point before the preview, the session continues or can be started again`() async throws {
        _ = try await killEverywhere { fixture in
            _ = try await fixture.openCore()
        } _: { core, fixture in
            _ = try await fixture.preview(core)
        } then: { core, fixture, place in
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
            switch try await core.issuanceState() {
            case .none, .preview: break
            case .awaitingAuthentication(let url, _):
                // The browser may have used the address already.
                if let link = try? await fixture.comeBack(core, from: url) { _ = try? await core.continueIssuance(link) }
            case .retrieving:
                do {
                    _ = try await core.resumeIssuance()
                } catch let error as WalletCoreError {
                    #expect(error.code == .issuance(.loginStopped), "\(place ?? "")")
                    #expect(try await core.issuanceState() == .none, "\(place ?? "")")
                }
            }
            #expect(try await !core.hasPID(), "\(place ?? "")")
            #expect(try await core.events().isEmpty, "\(place ?? "")")
            _ = try await fixture.login(core)
        }
    }

    @Test func `after a kill at any point of a PIN recovery, exactly one of the two PINs opens the wallet`() async throws {
        let (old, new) = (try pin(Fixture.right), try pin(PINRecoveryTests.new))
        _ = try await killEverywhere { fixture in
            let core = try await fixture.coreWithPID()
            try await fixture.identify(core)
        } _: { core, _ in
            _ = try await core.completePINRecovery(new: new)
        } then: { core, fixture, place in
            let isNew = try await core.unlock(pin: new) == .valid
            if !isNew { #expect(try await core.unlock(pin: old) == .valid, "\(place ?? "")") }
            #expect(try await core.pinChangeState() == .none, "\(place ?? "")")
            let next = try await fixture.launchCore()
            #expect(
                try await next.unlock(pin: isNew ? old : new) == .invalid(attemptsLeftInRound: 3, isFinalRound: false), "\(place ?? "")")
            #expect(try await next.unlock(pin: isNew ? new : old) == .valid, "\(place ?? "")")
            #expect(place != nil || isNew)
        }
    }
}
