// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// Binding a user interface to a core that lives on, that disappears, or that another user interface takes.
@Suite(.timeLimit(.minutes(20)))
struct BindingTests: Walk {
    let stage: Stage
    private let lifecycle: AsyncStream<AppLifecycleEvent>
    private let system: AsyncStream<AppLifecycleEvent>.Continuation

    init() throws {
        stage = try Stage()
        (lifecycle, system) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        stage.wallet.script { script in
            script.hasRemotePIN = true
            script.hasPID = true
        }
    }

    private func launch(_ glass: ScriptedGlass) async throws {
        try await glass.sees(Splash())
        stage.clock.advance(by: 1)
    }

    private func open(_ glass: ScriptedGlass) async throws {
        try await launch(glass)
        try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        try await glass.sees(Dashboard(cards: []))
    }

    private var streams: [ObservedValue<Bool>] {
        let wallet = stage.wallet
        return [
            wallet.locks.isObserved, wallet.verdicts.isObserved, wallet.statuses.isObserved, wallet.configurations.isObserved,
            wallet.cards.isObserved,
        ]
    }

    /// Waits until the app observes all five streams.
    private func allFollowed() async throws {
        for stream in streams { _ = try await stream.next(otherThan: false) }
    }

    @Test func `a core that was still running is locked before any screen appears, even on a phone rooted since`() async throws {
        stage.wallet.script { script in
            script.isInitialized = true
            script.isUnlocked = true
            script.isDeviceRooted = true
        }
        try await stage.playApp { glass in
            try await glass.sees(Splash())
            #expect(stage.wallet.calls == [.rebind])
            #expect(!stage.wallet.present.isUnlocked)
            stage.clock.advance(by: 1)
            try await glass.sees(DeviceInsecure(insecurity: .rooted))
        }
        #expect(!stage.rows.contains("startup/2.4"))
    }

    @Test func `on a rooted phone the store is not opened`() async throws {
        stage.wallet.script { $0.isDeviceRooted = true }
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(DeviceInsecure(insecurity: .rooted))
        }
        #expect(stage.wallet.calls.isEmpty)
    }

    @Test func `a stream taken by another user interface is taken back`() async throws {
        stage.wallet.fails(.setLockStream, .observerPresent)
        let gate = stage.wallet.holds(.applyUpdatePolicy)
        defer { gate.open() }
        try await stage.playApp { glass in
            try await launch(glass)
            try await glass.sees(Splash())
            gate.open()
            try await open(after: glass)
            try await allFollowed()
            stage.wallet.setLock(.locked(.inactivity))
            try await glass.sees(OpenWithPIN(notice: nil))
        }
        #expect(stage.wallet.calls.contains(.rebind))
    }

    /// Launches the app and waits for the splash screen.
    private func open(after glass: ScriptedGlass) async throws {
        stage.clock.advance(by: 1)
        try await glass.sees(OpenWithPIN(notice: nil), enters: Digits.mine)
        try await glass.sees(Dashboard(cards: []))
    }

    @Test func `all five streams are observed again after the core is replaced and initialised`() async throws {
        let gate = stage.wallet.holds(.setCardsStream)
        defer { gate.open() }
        try await stage.playApp { glass in
            try await launch(glass)
            _ = try await stage.wallet.held.next(otherThan: nil)
            for stream in streams.dropLast() { _ = try await stream.next(otherThan: false) }
            stage.wallet.script { $0.isInitialized = false }
            gate.open()
            try await glass.sees(Splash())
            try await open(after: glass)
            try await allFollowed()
            stage.wallet.setLock(.locked(.inactivity))
            try await glass.sees(OpenWithPIN(notice: nil))
        }
        #expect(stage.wallet.calls.filter { $0 == .initialize }.count == 2)
    }

    @Test(arguments: [true, false])
    func `the app rebinds before it shows a revocation, whichever comes first`(isBindingFirst: Bool) async throws {
        try await stage.playApp { glass in
            try await open(glass)
            try await allFollowed()
            let supervisor = try #require(stage.played.supervisor)
            let revocation = WalletStatus.revoked(.walletByAdmin, canRegisterNewWallet: true)
            // The first judgement shows no screen.
            let gate = stage.wallet.holds(.applyUpdatePolicy)
            defer { gate.open() }
            if isBindingFirst { supervisor.bindAgain(after: 1) }
            stage.wallet.statuses.value = revocation
            supervisor.abort.set(true)
            if !isBindingFirst { supervisor.bindAgain(after: 1) }
            try await glass.sees(Splash())
            gate.open()
            stage.clock.advance(by: 1)
            try await glass.sees(WalletBlocked())
        }
        #expect(stage.wallet.calls.contains(.rebind))
    }

    @Test(arguments: [true, false])
    func `a user interface that loses the core covers its screen, and takes the core back when used again`(
        isOpen: Bool
    ) async throws {
        try await stage.playApp(lifecycle: lifecycle) { glass in
            try await open(glass)
            try await allFollowed()
            // The app may know already that the wallet is locked, or receive no further events.
            if !isOpen { stage.wallet.locks.value = .locked(.rebound) }
            stage.wallet.script { $0.isUnlocked = false }
            for end in [stage.wallet.locks.clear, stage.wallet.cards.clear] { end() }
            try await glass.sees(Splash())
            #expect(stage.host.current?.below == nil)
            // The app does not try to take the core back.
            #expect(!stage.wallet.calls.contains(.rebind))
            system.yield(.willEnterForeground)
            try await glass.sees(Splash())
            stage.clock.advance(by: 1)
            try await glass.sees(OpenWithPIN(notice: nil))
        }
        #expect(stage.wallet.calls.last == .rebind)
    }

    @Test func `a verdict published during PF1_4 is not lost, and no version stays blocked by an outdated verdict`() async throws {
        let gate = stage.wallet.holds(.applyUpdatePolicy)
        defer { gate.open() }
        try await stage.playApp { glass in
            try await launch(glass)
            _ = try await stage.wallet.held.next(otherThan: nil)
            try await allFollowed()
            let supervision = try #require(stage.played.supervision)
            var published = supervision.judgements.published.value
            while published.number == 0 { published = try await supervision.judgements.published.next(otherThan: published) }
            stage.wallet.script { $0.judgements = [.block(isUpdateAvailable: false)] }
            stage.wallet.verdicts.set(.ok)
            _ = try await supervision.judgements.published.next(otherThan: published)
            gate.open()
            try await glass.sees(OpenWithPIN(notice: nil))
        }
    }

    @Test func `after 200 user interfaces no task, observer or screen is left`() async throws {
        final class WeakParts { weak var supervision: Supervision?; weak var host: ScreenHost?; weak var links: FakeLinks? }
        let wallet = stage.wallet
        var left: [WeakParts] = []
        for round in 0..<200 {
            let next = try Stage(over: wallet)
            let reached = WeakParts()
            try await next.playApp { glass in
                try await glass.sees(Splash())
                if round.isMultiple(of: 3) { return }
                next.clock.advance(by: 1)
                try await glass.sees(OpenWithPIN(notice: nil))
                if round.isMultiple(of: 2) { _ = try await wallet.cards.isObserved.next(otherThan: false) }
            }
            (reached.supervision, reached.host, reached.links) = (next.played.supervision, next.host, next.links)
            left.append(reached)
            #expect(!streams.contains { $0.value })
        }
        let living = left.filter { $0.supervision != nil || $0.host != nil || $0.links != nil }
        #expect(living.isEmpty)
    }
}
