// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// UC1.2 Open the app.
struct OpenTheApp {
    private let context: FlowContext
    private let trace: FlowTrace
    private let beside: FlowTrace
    private let startup: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC1.2")
        beside = context.traceBesideLayers(of: "UC1.2")
        startup = context.traceBesideLayers(of: "startup")
    }

    /// When the app launches.
    func run() async throws -> UseCase {
        context.supervision.isOpened.set(false)
        context.supervision.unbind()
        trace("1.1")
        trace("1.1a")
        // At once: a core that lived on is perhaps open, and nothing that comes first, a rooted phone least of all, may leave it so.
        let livedOn = await rebind()
        // While the mark is shown the core opens its store, so that its questions leave at the start of the process.
        async let opening = livedOn ? Opening.notTried : open()
        _ = try await context.ui.show(Splash(), until: context.now().addingTimeInterval(1))
        trace("2.1a")
        try await checkDevice(after: await opening)
        if !livedOn { try await initialize(after: await opening) }
        context.languages.choose(try await context.wallet.language().flatMap(Language.init))
        startup("2.4")
        context.supervision.noteBinding()
        // Before anything can be opened: nobody would see it lock.
        try await context.supervision.observed()
        return try await checkStanding()
    }

    /// While another user interface has the core: nothing of the wallet is on the glass until the app comes back to it, which takes the core.
    ///
    /// - Parameter resumes: how often the app had come back when the core was taken.
    func standBy(since resumes: Int) async throws -> UseCase {
        context.supervision.isOpened.set(false)
        _ = try await context.ui.show(
            Splash(), orUntil: { [supervision = context.supervision] in _ = try await supervision.resumes.next(otherThan: resumes) })
        context.supervision.unbind()
        return .openTheApp
    }

    /// 2.3 to 2.4; also after the version was blocked or the wallet revoked while something ran.
    func checkStanding() async throws -> UseCase {
        context.supervision.isOpened.set(false)
        // What the core tells before PF1.4 and PF2.10 have judged ends nothing: they judge it.
        context.supervision.standing.change { ($0.verdict, $0.status) = (nil, nil) }
        trace("2.3")
        try await ApplyUpdatePolicy(context).run()
        trace("2.3a")
        trace("2.5")
        try await DetermineWalletStatus(context).run()
        trace("2.5a")
        context.supervision.isOpened.set(true)
        context.supervision.linkTries.change { $0 += 1 }
        trace("2.4")
        guard try await context.wallet.hasRemotePIN() else {
            trace("2.4b")
            return .introduceTheApp(.addingCards)
        }
        trace("2.4a")
        return .unlockTheApp
    }

    /// When the app resumes: the flow that is on the glass goes on.
    func resume() async throws {
        beside("1.1")
        beside("1.1b")
        beside("3.1")
        guard try await context.wallet.hasRemotePIN() else { return beside("3.1b") }
        beside("3.1a")
        beside("3.2")
        // Locked: UC2.3 lies over the flow, or is it.
        guard try await context.wallet.isUnlocked() else {
            beside("3.2b")
            return try await requirePolicy()
        }
        beside("3.2a")
        beside("3.3")
        guard try await context.wallet.hasPID() else { return beside("3.3b") }
        beside("3.3a")
        context.supervision.linkCall.set(true)
    }

    /// A policy that has expired must be renewed before UC2.3 opens the wallet, also when that is on the glass: it goes on at 2.3.
    private func requirePolicy() async throws {
        // Whoever is still on the way there comes past it. Over what is suspended the lock asks for it itself, and keeps what lies below.
        let supervision = context.supervision
        guard supervision.isOpened.value, supervision.running.value == .unlockTheApp, try await context.wallet.isUpdatePolicyExpired()
        else {
            return
        }
        supervision.abort.set(true)
    }

    /// 3.4, on the link layer; also for a link that came while the app was on the glass. While the wallet is locked the link waits for
    /// UC2.3/1.6.
    ///
    /// - Returns: the use case that the link begins; nil when what runs goes on.
    func resolveLink() async throws -> UseCase? {
        let (hasPIN, isUnlocked) = (try await context.wallet.hasRemotePIN(), try await context.wallet.isUnlocked())
        // A new PIN is made while the wallet is locked, and its login comes back as a link.
        let isRecovering = hasPIN ? try await context.wallet.pinRecoveryState() != .none : false
        guard isUnlocked || !hasPIN || isRecovering else { return nil }
        guard try await context.wallet.hasPID(), !isRecovering else {
            // Rows 3.1b and 3.3b go on without a word; whoever opened a link is told why nothing comes of it.
            guard try await context.wallet.pendingLink() != nil else { return nil }
            _ = try await ResolveUniversalLink(context).run()
            return nil
        }
        trace("3.4")
        switch try await ResolveUniversalLink(context).run() {
        case .noLink: trace("3.4a")
        case .rejected: trace("3.4b")
        case .valid(let useCase):
            trace("3.4c")
            return useCase
        }
        return nil
    }

    /// 3.4 for a link that is none of ours: nothing waits, and nothing is shown.
    func refuseLink() async throws {
        guard try await context.wallet.hasPID(), try await context.wallet.isUnlocked() else { return }
        beside("3.4")
        ResolveUniversalLink(context).refuse()
        beside("3.4a")
    }

    /// The start-up document: a core that lived on is locked, and its stale streams end.
    ///
    /// - Returns: whether it lived on; otherwise it is to be initialised.
    private func rebind() async -> Bool {
        startup("2.1")
        guard await context.wallet.isInitialized() else {
            startup("2.1b")
            return false
        }
        startup("2.1a")
        startup("2.3")
        await context.wallet.rebind()
        return true
    }

    /// What came of opening the core's store while the mark was shown.
    private enum Opening: Sendable {
        /// The phone is rooted, or the core lived on.
        case notTried
        /// Whether the phone is rooted could not be found out.
        case unknownDevice(any Error)
        case tried(Result<Void, any Error>)
    }

    /// Opens the core's store, for `initialize`. A rooted phone opens none.
    private func open() async -> Opening {
        do {
            if try await context.wallet.isDeviceRooted() { return .notTried }
        } catch {
            return .unknownDevice(error)
        }
        do {
            return .tried(.success(try await context.wallet.initialize()))
        } catch {
            return .tried(.failure(error))
        }
    }

    /// The start-up document: any other core is initialised. Its rows come after 2.2, as nothing is decided by them before.
    ///
    /// - Parameter opening: what came of opening the store while the mark was shown.
    private func initialize(after opening: Opening) async throws {
        var opening = opening
        while true {
            startup("2.2")
            do {
                if case .tried(let result) = opening {
                    opening = .notTried
                    try result.get()
                } else {
                    try await context.wallet.initialize()
                }
                return startup("2.2a")
            } catch let error as WalletCoreError where error.code == .alreadyInitialized {
                // It was erasing a revoked wallet by itself, and is ready again.
                if await rebind() { return }
            } catch {
                startup("2.2b")
                // Retry and restart are the same here: nothing has begun yet.
                _ = try await ErrorFlow(context).runBeforeStart(error)
            }
        }
    }

    private func checkDevice(after opening: Opening) async throws {
        while true {
            trace("2.2")
            if case .unknownDevice(let error) = opening { throw error }
            guard try await context.wallet.isDeviceRooted() else { return trace("2.2a") }
            trace("2.2b")
            _ = try await ErrorFlow(context).run(WalletCoreError(.deviceInsecure(.rooted), "the device is rooted"))
        }
    }
}
