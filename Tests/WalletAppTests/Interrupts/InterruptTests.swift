// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletConfiguration
import WalletCore

@testable import WalletApp

/// The table of interrupts: at every screen of every use case, whatever can come in between. What should stay is there afterwards and what was
/// begun ends once; what must not be seen is not; nothing waits any more when the app is gone.
@Suite(.timeLimit(.minutes(5)))
struct InterruptTests {
    /// What a journey does that counts.
    private static func effects(of wallet: FakeWallet) -> [FakeWallet.Call] {
        wallet.calls.filter { call in
            switch call {
            case .register, .confirmRevocationCode, .enableBiometricUnlock, .disableBiometricUnlock, .changePIN, .wipe: true
            case .acceptIssuance, .completePINRecovery: true
            default: false
            }
        }
    }

    /// A journey that is at a place: the screen there was seen, and nothing was done on it.
    private struct Visit: Sendable {
        let stage: Stage
        let glass: Presentation
        let isOpen: Bool
        let hasPIN: Bool
    }

    /// Walks to every place of a journey, each time with a new phone, and goes on there.
    private func visit(
        _ journey: Journey, lifecycle: @Sendable () -> AsyncStream<AppLifecycleEvent> = { AsyncStream { _ in } },
        _ body: @escaping @Sendable (ScriptedGlass, Visit, _ place: Int) async throws -> Void
    ) async throws {
        for place in journey.places {
            let stage = try newStage(for: journey)
            try await stage.playApp(lifecycle: lifecycle()) { glass in
                let shown = try await walk(journey, to: place, glass, stage)
                let hasPIN = try await stage.wallet.hasRemotePIN()
                let isOpen = try await stage.wallet.isUnlocked()
                try await body(glass, Visit(stage: stage, glass: shown, isOpen: isOpen, hasPIN: hasPIN), place)
            }
        }
    }

    private func newStage(for journey: Journey) throws -> Stage {
        let stage = try Stage()
        journey.prepare(stage.wallet)
        stage.wallet.script { script in
            script.isLockEnforced = true
            // On the lock the PIN is asked for, also when biometrics were enabled on the way.
            script.scans = Array(repeating: .cancelled, count: 8)
        }
        return stage
    }

    private func walk(_ journey: Journey, to place: Int, _ glass: ScriptedGlass, _ stage: Stage) async throws -> Presentation {
        try await glass.sees(Splash())
        stage.clock.advance(by: 1)
        for step in journey.all[..<place] {
            try await glass.sees(step)
            stage.act(step)
        }
        return try await glass.sees(journey.all[place])
    }

    /// What the journey does when nothing comes in between.
    private func undisturbed(_ journey: Journey) async throws -> [FakeWallet.Call] {
        let stage = try newStage(for: journey)
        try await stage.playApp { glass in _ = try await walk(journey, to: journey.all.count - 1, glass, stage) }
        return Self.effects(of: stage.wallet)
    }

    /// Unlocks on the lock with the right PIN, whatever the journey scripted for later.
    private func unlock(_ stage: Stage) {
        stage.wallet.script { $0.checks.insert(.valid, at: 0) }
        stage.enter(Digits.mine)
    }

    /// What a launched app may show first after the splash. A recovery of the PIN goes on where it was.
    private func first(of stage: Stage, hasPIN: Bool) -> [String] {
        guard hasPIN else { return ["IntroductionAddingCards"] }
        return stage.wallet.isRecovering ? ["ContinueWithDigiD", "ChoosePIN"] : ["OpenWithPIN"]
    }

    // MARK: What leaves everything where it was

    @Test(arguments: Journey.all)
    func `locked and unlocked, every screen is there again and the use case ends as it would have`(_ journey: Journey) async throws {
        let expected = try await undisturbed(journey)
        try await visit(journey) { glass, visit, place in
            let stage = visit.stage
            stage.wallet.setLock(.locked(.background))
            if visit.isOpen, visit.hasPIN {
                let lock = try await glass.sees(OpenWithPIN(notice: nil))
                #expect(lock.below == nil)
                for control in visit.glass.top.controls {
                    #expect(!stage.host.answer(Answer(ticket: visit.glass.ticket, control: control, value: nil)))
                }
                unlock(stage)
                let after = try await glass.sees(journey.all[place])
                #expect(after.top == visit.glass.top)
                #expect(after.below == visit.glass.below)
            }
            try await glass.walks(on: journey, from: place, stage)
            #expect(Self.effects(of: stage.wallet) == expected)
        }
    }

    @Test(arguments: Journey.all)
    func `in the background and back, nothing is another and the use case ends as it would have`(_ journey: Journey) async throws {
        let expected = try await undisturbed(journey)
        for place in journey.places {
            let stage = try newStage(for: journey)
            let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
            let entries = stage.trace.updates()
            try await stage.playApp(lifecycle: lifecycle) { glass in
                let before = try await walk(journey, to: place, glass, stage)
                system.yield(.didEnterBackground)
                system.yield(.willEnterForeground)
                for await entry in entries where entry.row == "UC1.2/1.1b" { break }
                #expect(stage.host.current == before)
                try await glass.walks(on: journey, from: place, stage)
            }
            #expect(Self.effects(of: stage.wallet) == expected)
        }
    }

    @Test(arguments: Journey.all)
    func `when the network is lost a retry goes on, and nothing is done twice`(_ journey: Journey) async throws {
        let expected = try await undisturbed(journey)
        try await visit(journey) { glass, visit, place in
            let stage = visit.stage
            for member in [FakeWallet.Member.unlock, .register, .changePIN, .applyUpdatePolicy] { stage.wallet.fails(member, .noInternet) }
            try await glass.walks(on: journey, from: place, stage)
            // A request whose answer did not come is the very same one again.
            let effects = Self.effects(of: stage.wallet).reduce(into: [FakeWallet.Call]()) { all, call in
                if all.last != call { all.append(call) }
            }
            #expect(effects == expected)
        }
    }

    @Test(arguments: Journey.all)
    func `a link is refused over the screen, which is there again, or waits at the lock`(_ journey: Journey) async throws {
        let expected = try await undisturbed(journey)
        for place in journey.places {
            let stage = try newStage(for: journey)
            let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
            try await stage.playApp(lifecycle: lifecycle) { glass in
                let before = try await walk(journey, to: place, glass, stage)
                let (hasPIN, isOpen) = (try await stage.wallet.hasRemotePIN(), try await stage.wallet.isUnlocked())
                stage.wallet.script { $0.pendingLink = .sample(.issuance) }
                system.yield(.openLink("https://app.example/link"))
                guard isOpen || !hasPIN else {
                    guard before.top.screen == "OpenWithPIN" else { return }
                    return _ = try await glass.sees(OpenWithPIN(notice: nil, link: .sample(.issuance)))
                }
                let prompt = try await glass.sees(FinishFirst(task: .notPersonalized), presses: "3.1a")
                #expect(prompt.below == (before.top.style == .full ? before.top : before.below))
                let after = try await glass.sees(journey.all[place])
                #expect(after.top == before.top)
                #expect(after.below == before.below)
                try await glass.walks(on: journey, from: place, stage)
                #expect(Self.effects(of: stage.wallet) == expected)
            }
        }
    }

    // MARK: What ends everything

    @Test(arguments: Journey.all)
    func `a version that is blocked meanwhile shows only that, and begins anew when it is not any more`(_ journey: Journey) async throws {
        try await visit(journey) { glass, visit, _ in
            let stage = visit.stage
            stage.wallet.verdicts.set(.block(isUpdateAvailable: true))
            #expect(try await glass.sees(UpdateNeeded(platform: stage.platform)).below == nil)
            let done = Self.effects(of: stage.wallet)
            stage.wallet.verdicts.set(.ok)
            let after = try await glass.next()
            #expect(first(of: stage, hasPIN: visit.hasPIN).contains(after.top.screen))
            #expect(Self.effects(of: stage.wallet) == done)
        }
    }

    @Test(arguments: Journey.all)
    func `a wallet that is revoked meanwhile shows only that, and nothing of it stays`(_ journey: Journey) async throws {
        try await visit(journey) { glass, visit, _ in
            guard visit.hasPIN else { return }
            let stage = visit.stage
            stage.wallet.statuses.set(.revoked(.walletByAdmin, canRegisterNewWallet: true))
            #expect(try await glass.sees(WalletBlocked(), presses: "3.1c").below == nil)
            try await glass.sees(IntroductionAddingCards(isPaused: false))
            #expect(Self.effects(of: stage.wallet).last == .wipe)
        }
    }

    @Test(arguments: Journey.all)
    func `a wallet that is wiped on the lock ends the use case below it`(_ journey: Journey) async throws {
        try await visit(journey) { glass, visit, _ in
            guard visit.isOpen, visit.hasPIN else { return }
            let stage = visit.stage
            stage.wallet.setLock(.locked(.deviceLocked))
            try await glass.sees(OpenWithPIN(notice: nil), presses: "1.3b")
            let hasPID = try await stage.wallet.hasPID()
            try await glass.sees(ForgotPIN(canCreateNewPIN: hasPID), presses: "6.1a")
            try await glass.sees(WipeAppData(), presses: "1.1a")
            #expect(try await glass.sees(IntroductionAddingCards(isPaused: false)).below == nil)
            #expect(Self.effects(of: stage.wallet).last == .wipe)
        }
    }

    @Test(arguments: Journey.all)
    func `a user interface that is destroyed leaves nothing that waits, and the next one begins locked`(_ journey: Journey) async throws {
        for place in journey.places {
            let stage = try newStage(for: journey)
            try await stage.playApp { glass in _ = try await walk(journey, to: place, glass, stage) }
            let (hasPIN, done) = (try await stage.wallet.hasRemotePIN(), Self.effects(of: stage.wallet))
            let next = try Stage(over: stage.wallet)
            stage.wallet.verdicts.value = .ok
            try await next.playApp { glass in
                try await glass.sees(Splash())
                next.clock.advance(by: 1)
                let first = try await glass.next()
                #expect(self.first(of: next, hasPIN: hasPIN).contains(first.top.screen))
            }
            // What was not finished is not finished by itself.
            #expect(Self.effects(of: stage.wallet) == done)
        }
    }
}
