// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import PlatformSupport
package import WalletInterface

/// wallet_app as the platform starts it: binds to the core and runs one use case after the other, with the layers that lie over it.
///
/// A use case returns where the design goes next. The supervisor alone decides what runs, so no flow piles up on another. Four things run at
/// a time: the use case on the flow layer, what a link asks on the link layer, questions on the notice layer, and UC2.3 on the lock layer
/// while the wallet is locked under a use case. The lock only covers; a block or a revocation cancels all four.
package struct AppSupervisor: Sendable {
    /// What flows below the lock get.
    let context: FlowContext
    /// What notices and the lock get: the core itself.
    let core: any Wallet
    let host: ScreenHost

    var supervision: Supervision { context.supervision }

    /// - Parameters:
    ///   - wallet: the core.
    ///   - host: the glass.
    ///   - trace: where rows of the functional design are marked.
    ///   - platform: what the app runs on.
    ///   - now: the phone's clock.
    ///   - steady: time that the user cannot turn.
    ///   - catalog: the sentences.
    ///   - languages: the language that the app speaks.
    ///   - leave: lets the operating system take the person elsewhere.
    ///   - pick: one of a range of numbers, at random; which group of the deletion code is asked for.
    package init(
        wallet: any Wallet, host: ScreenHost, trace: Trace, platform: Platform, now: @escaping @Sendable () -> Date,
        steady: SteadyTime, catalog: StringCatalog, languages: LanguageChoice, leave: @escaping @Sendable (OutsidePlace) async -> Void,
        pick: @escaping @Sendable (Range<Int>) -> Int = { Int.random(in: $0) }, demoPortal: @escaping @Sendable () -> String? = { nil }
    ) {
        let supervision = Supervision(host)
        core = wallet
        self.host = host
        context = FlowContext(
            wallet: UnlockAwaitingWallet(core: wallet, cover: supervision.cover), ui: ScreenLayer(.flow, of: host), trace: trace,
            supervision: supervision, platform: platform, now: now, sleep: host.sleep, steady: steady,
            languages: languages, words: { catalog.string($0, in: languages.current) }, leave: leave, pick: pick,
            demoPortal: demoPortal)
    }

    /// Runs the app until its process ends or its user interface is destroyed.
    ///
    /// - Parameters:
    ///   - lifecycle: what the operating system tells the app.
    ///   - links: the links that it keeps for the app.
    package func run(lifecycle: AsyncStream<AppLifecycleEvent>, links: any OpenedLinks) async {
        supervision.isFollowed.set(true)
        await withDiscardingTaskGroup { group in
            group.addTask { await runLayers() }
            group.addTask { await followCore() }
            group.addTask { await follow(links) }
            group.addTask { await follow(lifecycle) }
            group.addTask { for await _ in host.touches { await core.noteActivity() } }
        }
    }

    // MARK: Layers

    private func runLayers() async {
        var next = UseCase.openTheApp
        while !Task.isCancelled { next = await runUntilAborted(from: next) }
    }

    /// Runs use cases, and what lies over them, until all of it is ended from outside or the lock leads elsewhere.
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
        supervision.warning.set(nil)
        context.trace.end(.flow)
        for layer in [Layer.notice, .link] { host.lower(layer) }
        // Whatever else has ended at the same moment: what ends everything is not lost.
        let isAborted = supervision.abort.set(false)
        let next = isAborted ? UseCase(first: supervision.binding.value) ?? .checkStanding : ended
        // Until UC1.2 has judged anew nothing is asked about a link.
        if isAborted { supervision.isOpened.set(false) }
        // The wallet stays locked, or may not be used: what has ended is not seen again.
        if isAborted || next?.needsOpenWallet != true { host.clear(.flow) }
        if next?.needsOpenWallet == true {
            // It may have locked while what ran was ended: then the next use case begins under the lock.
            _ = try? await supervision.cover.lower(ifOpen: core.isUnlocked)
        } else {
            supervision.cover.lower()
        }
        return next ?? .openTheApp
    }

    private func aborted() async { _ = try? await supervision.abort.next(otherThan: false) }

    private func runUseCases(from useCase: UseCase) async -> UseCase? {
        var next = useCase
        while !Task.isCancelled {
            // An app that is not bound does nothing else, whatever led here.
            let running = UseCase(first: supervision.binding.value) ?? next
            supervision.running.set(running)
            next = await handlingErrors(context) { try await run(running) } ?? running
        }
        return nil
    }

    /// Runs UC2.3 each time that the lock covers the app.
    ///
    /// - Returns: where the person goes instead of unlocking; nil when cancelled.
    private func runLock() async -> UseCase? {
        let lock = context.on(.lock, core)
        while (try? await supervision.cover.raised()) != nil {
            context.trace.end(.lock)
            let next = await handlingErrors(lock) {
                // It was erased, and there is nothing to unlock any more.
                guard try await core.hasRemotePIN() else {
                    supervision.cover.lower()
                    return nil
                }
                // What was told late: it was unlocked before.
                if try await supervision.cover.lower(ifOpen: core.isUnlocked) { return nil }
                // It expired while the app was open: PF1.4 comes before UC2.3.
                if try await core.isUpdatePolicyExpired() { try await ApplyUpdatePolicy(lock).run() }
                switch try await UnlockTheApp(lock).run(over: .suspendedFlow) {
                case .goTo(let useCase): return useCase
                case .resume:
                    let suspended = supervision.running.value
                    try await supervision.cover.whileOpen(core.isUnlocked) {
                        try await AfterUnlock(lock).beforeResuming(suspended)
                    }
                    // It may have locked again meanwhile.
                    _ = try await supervision.cover.lower(ifOpen: core.isUnlocked)
                    return nil
                }
            }
            if let next { return next }
        }
        return nil
    }

    /// Asks whether the user is still there, as long as nobody does anything, until the task is cancelled.
    private func runNotices() async {
        let notices = context.on(.notice, core)
        var seen: Date?
        do {
            while true {
                seen = try await supervision.warning.next(otherThan: seen)
                guard let locksAt = seen else { continue }
                await withTaskGroup { group in
                    group.addTask { try? await LogOut(notices).warn(locksAt: locksAt) }
                    group.addTask { _ = try? await supervision.warning.next(otherThan: locksAt) }
                    await group.next()
                    group.cancelAll()
                }
                host.lower(.notice)
            }
        } catch {
            // It waits for nothing but its turn, and that only ends when it is cancelled.
        }
    }

    /// Runs until it ends by itself; shows what is unexpected and repeats it.
    ///
    /// - Returns: where it leads; nil when it leads nowhere or was cancelled.
    func handlingErrors(_ context: FlowContext, _ run: () async throws -> UseCase?) async -> UseCase? {
        while true {
            do {
                do {
                    return try await run()
                } catch let error where !(error is CancellationError || error is GoTo) {
                    // Each flow handles the errors that the design names; what comes here is unexpected.
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
        case .obtainCards:
            try await context.showNotBuilt("UC4.1")
            return .showAllCards
        case .shareData:
            try await context.showNotBuilt("UC5.1")
            return .showAllCards
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

    /// What the settings lead to, and from where it goes back there.
    private func runSetting(_ useCase: UseCase) async throws -> UseCase {
        switch useCase {
        case .changeBiometricUnlock: return try await ChangeBiometricUnlock(context).run()
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
