// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import ObservedValues
package import PlatformSupport
package import WalletInterface

/// The app as the platform starts it: it binds to the core and runs one use case at a time, with the layers above the use case.
///
/// A use case returns the next use case according to the design. Only the supervisor starts use cases, so they do not nest. Four tasks run
/// at a time: the use case on the flow layer, link handling on the link layer, questions on the notice layer, and UC2.3 on the lock layer
/// while the wallet is locked under a use case. The lock only covers; a block or a revocation cancels all four.
package struct AppSupervisor: Sendable {
    /// The context of the flow layer, below the lock.
    let context: FlowContext
    let host: ScreenHost

    /// True when every running flow must end: the app must be bound again, another user interface has the core, this version is blocked,
    /// the wallet was revoked, or the update policy has expired. Reset once the flows have ended.
    let abort = ObservedValue(false)
    /// The use case that runs, or is suspended under the lock.
    let running = ObservedValue(UseCase.openTheApp)
    /// The instant at which inactivity will lock the wallet; nil while the user is active.
    let warning = ObservedValue<Date?>(nil)
    /// The instant of the warning that the notice layer shows or is about to show; nil when it shows none.
    private let shownWarning = ObservedValue<Date?>(nil)

    var supervision: Supervision { context.supervision }
    var core: any Wallet { context.wallet }

    /// - Parameters:
    ///   - wallet: the core.
    ///   - host: the glass.
    ///   - trace: the record of the functional design's rows.
    ///   - platform: the platform of the app.
    ///   - now: returns the phone's wall clock time.
    ///   - steady: monotonic time.
    ///   - brand: the product that the app is.
    ///   - catalog: the app's texts.
    ///   - languages: the language choice of the app.
    ///   - leave: asks the operating system to open a place outside the app.
    ///   - pick: returns a random number of a range, to choose the group of the deletion code.
    package init(
        wallet: any Wallet & UnlockedWallet, host: ScreenHost, trace: Trace, platform: Platform, now: @escaping @Sendable () -> Date,
        steady: SteadyTime, brand: Brand, catalog: StringCatalog, languages: LanguageChoice,
        leave: @escaping @Sendable (OutsidePlace) async -> Void,
        pick: @escaping @Sendable (Range<Int>) -> Int = { Int.random(in: $0) }, demoPortal: @escaping @Sendable () -> String? = { nil }
    ) {
        let supervision = Supervision(host)
        self.host = host
        context = FlowContext(
            core: wallet, glass: ScreenLayer(.flow, of: host), trace: trace,
            supervision: supervision, platform: platform, now: now, sleep: host.sleep, steady: steady,
            languages: languages, brand: brand, words: { catalog.string($0, in: languages.current) }, leave: leave, pick: pick,
            demoPortal: demoPortal)
    }

    /// Runs the app until its process ends or its user interface is destroyed.
    ///
    /// - Parameters:
    ///   - lifecycle: the operating system's events.
    ///   - links: the opened links that the core has not stored yet.
    package func run(lifecycle: AsyncStream<AppLifecycleEvent>, links: any KeptLinks) async {
        supervision.binding.beginFollowing()
        await withDiscardingTaskGroup { group in
            group.addTask { await runLayers() }
            group.addTask { await followCore() }
            group.addTask { await follow(links) }
            group.addTask { await follow(lifecycle) }
            group.addTask { await StatusAfterScan(context).follow() }
            group.addTask { await supervision.sharing.serve(context.core) }
            group.addTask { for await _ in host.touches { await core.noteActivity() } }
        }
    }

    // MARK: Layers

    private func runLayers() async {
        var next = UseCase.openTheApp
        while !Task.isCancelled { next = await runUntilAborted(from: next) }
    }

    /// Runs use cases and the layers above them until an abort, or until the lock requires a different use case.
    private func runUntilAborted(from useCase: UseCase) async -> UseCase {
        let ended = await withTaskGroup(of: UseCase?.self) { group in
            group.addTask {
                await aborted()
                return .checkStanding
            }
            group.addTask { await runUseCases(from: useCase) }
            group.addTask { await runLock() }
            group.addTask { await runLinks() }
            group.addTask {
                await runNotices()
                return nil
            }
            var next: UseCase?
            while next == nil, let ended = await group.next() { next = ended }
            group.cancelAll()
            await group.waitForAll()
            return next
        }
        warning.set(nil)
        context.trace.end(.flow)
        for layer in [Layer.notice, .link] { host.lower(layer) }
        // An abort takes precedence over any other result of the same moment.
        let isAborted = abort.exchange(false)
        let next = isAborted ? UseCase(first: supervision.binding.state) ?? .checkStanding : ended
        // The flow that would have taken a request is gone.
        if isAborted { supervision.sharing.forgetResult() }
        // Links are not handled until UC1.2 has judged again.
        if isAborted { supervision.isOpened.set(false) }
        // The wallet stays locked or is refused: ended flows do not become visible again.
        if isAborted || next?.needsOpenWallet != true { host.clear(.flow) }
        if next?.needsOpenWallet == true {
            // The wallet may have locked while the flow ended: the next use case then begins under the lock.
            _ = try? await supervision.cover.lower(ifOpen: core.isUnlocked)
        } else {
            supervision.cover.lower()
        }
        return next ?? .openTheApp
    }

    private func aborted() async { _ = try? await abort.next(otherThan: false) }

    private func runUseCases(from useCase: UseCase) async -> UseCase? {
        var next = useCase
        while !Task.isCancelled {
            // An app that is not bound only binds, whatever led here.
            let useCase = UseCase(first: supervision.binding.state) ?? next
            running.set(useCase)
            next = await handlingErrors(context) { try await run(useCase) } ?? useCase
        }
        return nil
    }

    /// Runs UC2.3 each time the lock covers the app.
    ///
    /// - Returns: the use case that replaces the unlock; nil when cancelled.
    private func runLock() async -> UseCase? {
        let lock = context.on(.lock)
        while (try? await supervision.cover.raised()) != nil {
            context.trace.end(.lock)
            let next = await handlingErrors(lock) {
                try await waitForEndOfWarning()
                // The wallet was erased, and there is nothing to unlock.
                guard try await core.hasRemotePIN() else {
                    supervision.cover.lower()
                    return nil
                }
                // A late report: the wallet was unlocked before.
                if try await supervision.cover.lower(ifOpen: core.isUnlocked) { return nil }
                // The policy expired while the app was open: PF1.4 comes before UC2.3.
                if try await core.isUpdatePolicyExpired() { try await ApplyUpdatePolicy(lock).run() }
                switch try await UnlockTheApp(lock).run(over: .suspendedFlow) {
                case .goTo(let useCase): return useCase
                case .resume:
                    let suspended = running.value
                    try await supervision.cover.whileOpen(core.isUnlocked) {
                        try await AfterUnlock(lock).beforeResuming(suspended)
                    }
                    // The wallet may have locked again in the meantime.
                    _ = try await supervision.cover.lower(ifOpen: core.isUnlocked)
                    return nil
                }
            }
            if let next { return next }
        }
        return nil
    }

    /// Asks an inactive user whether they are still there, until the task is cancelled.
    private func runNotices() async {
        let notices = context.on(.notice)
        var seen: Date?
        do {
            while true {
                seen = try await warning.next(otherThan: seen)
                guard let locksAt = seen else { continue }
                shownWarning.set(locksAt)
                defer { shownWarning.set(nil) }
                // The wallet may have locked since.
                guard warning.value == locksAt else { continue }
                await withTaskGroup { group in
                    group.addTask { try? await LogOut(notices).warn(locksAt: locksAt) }
                    group.addTask { _ = try? await warning.next(otherThan: locksAt) }
                    await group.next()
                    group.cancelAll()
                }
                host.lower(.notice)
            }
        } catch {
            // This only waits, so any error is a cancellation.
        }
    }

    /// Waits until a warning of before the lock is off the notice layer, so that it is not on the glass again after the unlock.
    ///
    /// - Throws: `CancellationError`.
    private func waitForEndOfWarning() async throws {
        while let shown = shownWarning.value, shown != warning.value { _ = try await shownWarning.next(otherThan: shown) }
    }

    /// Runs a flow until it ends by itself; shows unexpected errors and then repeats the flow.
    ///
    /// - Returns: the next use case; nil for none or when cancelled.
    func handlingErrors(_ context: FlowContext, _ run: () async throws -> UseCase?) async -> UseCase? {
        while true {
            do {
                do {
                    return try await run()
                } catch let error where !(error is CancellationError || error is GoTo) {
                    // Each flow handles the errors that the design names; an error that arrives here is unexpected.
                    if try await ErrorFlow(context).run(error) == .restart { return .openTheApp }
                }
            } catch let error as GoTo {
                return error.useCase
            } catch {
                return nil
            }
        }
    }

    // MARK: Use cases

    private func run(_ useCase: UseCase) async throws -> UseCase {
        switch useCase {
        case .openTheApp: return try await OpenTheApp(context).run()
        case .standBy(let resumes): return try await OpenTheApp(context).standBy(since: resumes)
        case .checkStanding: return try await OpenTheApp(context).checkStanding()
        case .introduceTheApp(let step): return try await IntroduceTheApp(context).run(from: step)
        case .setUpRemotePIN(let start): return try await SetUpRemotePIN(context).run(from: start)
        case .unlockTheApp:
            let next: UseCase =
                switch try await UnlockTheApp(context).run(over: .nothing) {
                case .goTo(let next): next
                case .resume: .showAllCards
                }
            try await AfterUnlock(context).beforeGoing(to: next)
            return next
        case .obtainPID: return try await ObtainPID(context).run()
        case .recoverPIN: return try await RecoverPIN(context).run()
        case .showAllCards: return try await context.wallet.hasPID() ? await ShowAllCards(context).run() : .obtainPID
        case .showActivities(let origin): return try await ShowActivities(context).run(from: origin)
        case .obtainCards:
            try await context.showNotBuilt("UC4.1")
            return .showAllCards
        case .shareData(let start): return try await ShareData(context).run(from: start)
        case .logIn: return try await LogIn(context).run()
        case .scanCode(let origin): return try await ScanCode(context).run(from: origin)
        case .showAppMenu(let start): return try await ShowAppMenu(context).run(from: start)
        case .getAppInformation:
            try await GetAppInformation(context).run()
            return .showAppMenu(.menu)
        case .getHelp:
            try await GetHelp(context).run()
            return .showAppMenu(.menu)
        case .logOut:
            await LogOut(context).logOut()
            return .showAllCards
        default: return try await runSetting(useCase)
        }
    }

    /// Runs a use case of the settings and returns to its start.
    private func runSetting(_ useCase: UseCase) async throws -> UseCase {
        switch useCase {
        case .changeBiometricUnlock(let start): return try await ChangeBiometricUnlock(context).run(from: start)
        case .changeRemotePIN: return try await ChangeRemotePIN(context).run()
        case .viewRevocationCode: return try await ViewRevocationCode(context).run()
        case .changeLanguage:
            try await ChangeAppLanguage(context).run()
            return .showAppMenu(.settings)
        case .chooseIdleTime:
            try await ChooseIdleTime(context).run()
            return .showAppMenu(.settings)
        case .wipeAllData:
            return try await WipeAllAppData(context).run() == .wiped ? .introduceTheApp(.addingCards) : .showAppMenu(.settings)
        default: return .openTheApp
        }
    }
}
