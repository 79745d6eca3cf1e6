// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletApp

/// A journey at a place: its screen is shown, without an action on it.
struct Visit {
    let trip: Trip
    /// The presentation on the glass.
    let shown: Presentation
    /// True if the wallet is unlocked.
    let isOpen: Bool
    /// True if there is a wallet.
    let hasPIN: Bool
    /// True if the user is recovering the PIN, which continues while the wallet is locked.
    let isRecovering: Bool
    /// True if the lock can cover the place.
    let canLock: Bool

    /// True if this version or this wallet is refused.
    var isRefused: Bool { trip.stage.wallet.verdicts.value.isBlock || trip.stage.wallet.statuses.value.isRevoked }

    /// True if an arriving link is decided at once.
    var isAnsweringLinks: Bool { (isOpen || !hasPIN || isRecovering) && !isRefused }

    /// Waits for the lock: nothing below it is visible or takes an answer.
    func expectLock() async throws {
        let lock = try await trip.glass.sees(OpenWithPIN(notice: nil))
        #expect(lock.below == nil)
        for control in shown.top.controls {
            #expect(!trip.stage.host.submit(Answer(ticket: shown.ticket, control: control, value: nil)))
        }
    }

    /// Unlocks with the right PIN, ignoring the journey's script.
    func unlock() {
        trip.stage.wallet.script { $0.checks.insert(.valid, at: 0) }
        trip.stage.enter(Digits.mine)
    }
}

extension InterruptTests {
    /// The effects of a journey; a scan alone has none. A request without a response is repeated identically.
    static func effects(of wallet: FakeWallet) -> [FakeWallet.Call] {
        wallet.calls.reduce(into: []) { all, call in
            switch call {
            case .register, .confirmRevocationCode, .confirmBiometricUnlock, .disableBiometricUnlock, .changePIN,
                .wipe, .deleteEvent, .deleteHistory, .keepHistory, .deleteCard,
                .acceptIssuance, .completePINRecovery:
                if all.last != call { all.append(call) }
            default: break
            }
        }
    }

    /// Walks to places of a journey, each time with a new phone.
    func visit(
        _ journey: Journey, at places: [Int]? = nil, _ body: @escaping @Sendable (Visit, _ place: Int) async throws -> Void
    ) async throws {
        for place in places ?? Array(journey.places) {
            try await playTrip(journey, on: try newStage(for: journey)) { trip in
                try await body(try await look(trip, place, try await trip.walk(to: place)), place)
            }
        }
    }

    /// Walks through a journey and interrupts it at every place, once each; otherwise the use case proceeds as usual.
    ///
    /// - Parameter interrupt: returns the user's place afterwards.
    func walkThrough(_ journey: Journey, _ interrupt: @escaping @Sendable (Visit, _ place: Int) async throws -> Int) async throws {
        let expected = try await undisturbed(journey)
        let places = Mutex(Set(journey.places))
        while places.withLock({ !$0.isEmpty }) {
            let stage = try newStage(for: journey)
            try await playTrip(journey, on: stage) { trip in
                var place = 0
                while place < journey.all.count {
                    let (at, shown) = (place, try await trip.reach(place))
                    let isNew = places.withLock { $0.remove(at) != nil }
                    if isNew { place = try await interrupt(try await look(trip, at, shown), at) }
                    trip.act(journey.all[place])
                    place += 1
                }
            }
            #expect(Self.effects(of: stage.wallet) == expected)
        }
    }

    private func look(_ trip: Trip, _ place: Int, _ shown: Presentation) async throws -> Visit {
        // The app receives the lock's events.
        if !trip.journey.all[place].isStarting { _ = try await trip.stage.wallet.locks.isObserved.next(otherThan: false) }
        let (hasPIN, isOpen) = (trip.stage.wallet.present.hasRemotePIN, trip.stage.wallet.present.isUnlocked)
        let canLock = if case .never = trip.journey.all[place].afterLock { false } else { isOpen && hasPIN }
        return Visit(
            trip: trip, shown: shown, isOpen: isOpen, hasPIN: hasPIN, isRecovering: trip.stage.wallet.isRecovering, canLock: canLock)
    }

    /// Returns the effects of the journey without an interrupt.
    func undisturbed(_ journey: Journey) async throws -> [FakeWallet.Call] {
        let stage = try newStage(for: journey)
        try await playTrip(journey, on: stage) { trip in _ = try await trip.walk(to: journey.all.count - 1) }
        return Self.effects(of: stage.wallet)
    }

    /// Plays the app for a journey until the script ends, then kills it.
    @discardableResult
    func playTrip<Value: Sendable>(
        _ journey: Journey, on stage: Stage, _ script: @escaping @Sendable (Trip) async throws -> Value
    ) async throws -> Value {
        let (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let result = Mutex<Value?>(nil)
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
            script.scans += Trip.noScans
            if case .available = script.biometricAvailability { script.biometricAvailability = .available(stage.sensor) }
        }
        for step in journey.all { if case .work(let member) = step.act { _ = stage.wallet.holds(member) } }
        return stage
    }

    /// The screens that a launched app may show first after the splash. A PIN recovery resumes where it was.
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
        return wallet.isRecovering ? ["ContinueLogin", "ChoosePIN"] : ["OpenWithPIN"]
    }
}

extension Journey {
    /// True if the journey ends at a blocked version with an update.
    var isUpdateNeeded: Bool { all.last?.screen.screen == "UpdateNeeded" }
}
