// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization
import Testing
import WalletCore

@testable import WalletApp

/// A journey that is at a place: the screen there was seen, and nothing was done on it.
struct Visit {
    let trip: Trip
    /// What is on the glass.
    let shown: Presentation
    /// Whether the wallet is open.
    let isOpen: Bool
    /// Whether there is a wallet.
    let hasPIN: Bool
    /// Whether a lock comes over it.
    let canLock: Bool

    /// Whether this version or this wallet may not be used.
    var isRefused: Bool { trip.stage.wallet.verdicts.value.isBlock || trip.stage.wallet.statuses.value.isRevoked }

    /// Waits for the lock: nothing is to be seen of what it covers, and nothing of that takes an answer.
    func expectLock() async throws {
        let lock = try await trip.glass.sees(OpenWithPIN(notice: nil))
        #expect(lock.below == nil)
        for control in shown.top.controls {
            #expect(!trip.stage.host.answer(Answer(ticket: shown.ticket, control: control, value: nil)))
        }
    }

    /// Unlocks on the lock with the right PIN, whatever the journey scripted for later.
    func unlock() {
        trip.stage.wallet.script { $0.checks.insert(.valid, at: 0) }
        trip.stage.enter(Digits.mine)
    }
}

extension InterruptTests {
    /// What a journey does that counts. A request whose answer did not come is the very same one again.
    static func effects(of wallet: FakeWallet) -> [FakeWallet.Call] {
        wallet.calls.reduce(into: []) { all, call in
            switch call {
            case .register, .confirmRevocationCode, .enableBiometricUnlock, .disableBiometricUnlock, .changePIN, .wipe,
                .acceptIssuance, .completePINRecovery:
                if all.last != call { all.append(call) }
            default: break
            }
        }
    }

    /// The use case has done what it does when nothing comes in between.
    func expectSame(_ visit: Visit, _ effects: [FakeWallet.Call], location: SourceLocation = #_sourceLocation) {
        #expect(Self.effects(of: visit.trip.stage.wallet) == effects, sourceLocation: location)
    }

    /// Walks to every place of a journey, each time with a new phone, and goes on there.
    func visit(_ journey: Journey, _ body: @escaping @Sendable (Visit, _ place: Int) async throws -> Void) async throws {
        for place in journey.places {
            let stage = try newStage(for: journey)
            try await playTrip(journey, on: stage) { trip in
                let shown = try await trip.walk(to: place)
                let (hasPIN, isOpen) = (try await stage.wallet.hasRemotePIN(), try await stage.wallet.isUnlocked())
                let canLock = if case .never = journey.all[place].afterLock { false } else { isOpen && hasPIN }
                try await body(Visit(trip: trip, shown: shown, isOpen: isOpen, hasPIN: hasPIN, canLock: canLock), place)
            }
        }
    }

    /// What the journey does when nothing comes in between.
    func undisturbed(_ journey: Journey) async throws -> [FakeWallet.Call] {
        let stage = try newStage(for: journey)
        try await playTrip(journey, on: stage) { trip in _ = try await trip.walk(to: journey.all.count - 1) }
        return Self.effects(of: stage.wallet)
    }

    /// Plays the app for a journey until the script ends; then it is killed.
    @discardableResult
    func playTrip<Value: Sendable>(
        _ journey: Journey, on stage: Stage, _ script: @escaping @Sendable (Trip) async throws -> Value
    ) async throws -> Value {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let result = Mutex<Value?>(nil)
        let dbg = Int.random(in: 0..<1_000_000_000)
        print("DBG BEGIN \(dbg) \(journey.testDescription)")
        defer { print("DBG END \(dbg)") }
        try await stage.playApp(lifecycle: lifecycle) { glass in
            let value = try await script(Trip(journey: journey, stage: stage, glass: glass, system: system))
            result.withLock { $0 = value }
        }
        return try #require(result.withLock { $0 })
    }

    func newStage(for journey: Journey) throws -> Stage {
        let stage = try Stage(on: journey.platform)
        journey.prepare(stage.wallet)
        stage.wallet.script { script in
            script.isLockEnforced = true
            script.scans += Trip.noScans
            if case .available = script.biometricAvailability { script.biometricAvailability = .available(stage.sensor) }
        }
        for step in journey.all { if case .work(let member) = step.act { _ = stage.wallet.holds(member) } }
        return stage
    }

    /// What a launched app may show first after the splash. A recovery of the PIN goes on where it was.
    func first(of wallet: FakeWallet, hasPIN: Bool) -> [String] {
        if case .revoked(let cause, _) = wallet.statuses.value {
            switch cause {
            case .byUser: return ["WalletDeleted"]
            case .walletByAdmin: return ["WalletBlocked"]
            case .recoveryCodeByAdmin: return ["HolderBlocked"]
            case .solutionByAdmin: return ["SolutionRevoked"]
            }
        }
        guard hasPIN else { return ["IntroductionAddingCards"] }
        return wallet.isRecovering ? ["ContinueWithDigiD", "ChoosePIN"] : ["OpenWithPIN"]
    }
}

extension Journey {
    /// Whether it ends at a version that is to be updated.
    var isUpdateNeeded: Bool { all.last?.screen.screen == "UpdateNeeded" }
}
