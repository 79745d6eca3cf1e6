// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
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

    /// Runs when the app launches.
    func run() async throws -> UseCase {
        context.supervision.isOpened.set(false)
        context.supervision.binding.release()
        trace("1.1")
        trace("1.1a")
        // Lock first: a core from an earlier user interface may be unlocked, and no step before the lock, such as a rooted phone's error,
        // may leave it so.
        let livedOn = await rebind()
        // The core opens its store while the splash screen is shown, so that its requests start early.
        async let opening = livedOn ? Opening.notTried : open()
        _ = try await context.ui.show(Splash(), until: context.now().addingTimeInterval(1))
        trace("2.1a")
        try await checkDevice(after: await opening)
        if !livedOn { try await initialize(after: await opening) }
        context.languages.choose(try await context.wallet.language().map(Language.init))
        startup("2.4")
        context.supervision.binding.bind()
        context.supervision.links.request()
        // Observe before the wallet can be unlocked; otherwise a lock would go unnoticed.
        try await context.supervision.binding.streamsReady()
        return try await checkStanding()
    }

    /// Waits while another user interface owns the core. The glass shows nothing of the wallet until the app returns to the foreground and
    /// takes the core.
    ///
    /// - Parameter resumes: the number of resumes at the time when the core was taken.
    func standBy(since resumes: Int) async throws -> UseCase {
        context.supervision.isOpened.set(false)
        _ = try await context.ui.show(
            Splash(), orUntil: { [supervision = context.supervision] in try await supervision.resumed(since: resumes) })
        context.supervision.binding.release()
        return .openTheApp
    }

    /// 2.3 to 2.4; also after the version was blocked or the wallet revoked during a flow.
    func checkStanding() async throws -> UseCase {
        context.supervision.isOpened.set(false)
        // Events from the core before PF1.4 and PF2.10 have no effect: those flows judge the state.
        context.supervision.judgements.reset()
        trace("2.3")
        try await ApplyUpdatePolicy(context).run()
        trace("2.3a")
        trace("2.5")
        try await DetermineWalletStatus(context).run()
        trace("2.5a")
        context.supervision.isOpened.set(true)
        context.supervision.links.request()
        trace("2.4")
        guard try await context.wallet.hasRemotePIN() else {
            trace("2.4b")
            return .introduceTheApp(.addingCards)
        }
        trace("2.4a")
        return .unlockTheApp
    }

    /// The state of the wallet when the app resumes.
    enum Resumption: Sendable {
        /// There is no wallet yet, it is unlocked, or what is on the glass needs no unlock.
        case usable
        /// UC2.3 covers the flow, or is the flow.
        case locked
    }

    /// Runs when the app resumes; the flow on the glass continues.
    func resume() async throws -> Resumption {
        beside("1.1")
        beside("1.1b")
        beside("3.1")
        guard try await context.wallet.hasRemotePIN() else {
            beside("3.1b")
            return .usable
        }
        beside("3.1a")
        let isUnlocked = try await context.wallet.isUnlocked()
        // UC2.3 does not follow: the app still starts, this version or wallet is refused, or a PIN recovery or a wipe continues.
        guard isUnlocked || context.supervision.isOpened.value && !context.supervision.cover.isWithheld else { return .usable }
        beside("3.2")
        guard isUnlocked else {
            beside("3.2b")
            return .locked
        }
        beside("3.2a")
        beside("3.3")
        guard try await context.wallet.hasPID() else {
            beside("3.3b")
            return .usable
        }
        beside("3.3a")
        context.supervision.links.isDue.set(true)
        return .usable
    }

    /// 3.4, on the link layer; also for a link that arrived while the app was in the foreground. While the wallet is locked, the link waits
    /// for UC2.3/1.6.
    ///
    /// - Returns: the use case that the link starts; nil when the present flow continues.
    func resolveLink() async throws -> UseCase? {
        let (hasPIN, isUnlocked) = (try await context.wallet.hasRemotePIN(), try await context.wallet.isUnlocked())
        // A PIN recovery happens while the wallet is locked, and its login returns as a link.
        let isRecovering = hasPIN ? try await context.wallet.pinRecoveryState() != .none : false
        guard isUnlocked || !hasPIN || isRecovering else { return nil }
        guard try await context.wallet.hasPID(), !isRecovering else {
            // Rows 3.1b and 3.3b continue silently, but a user who opened a link sees why it is not followed.
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

    /// 3.4 for an unrecognised link: nothing is pending and nothing is shown.
    func refuseLink() async throws {
        guard try await context.wallet.hasPID(), try await context.wallet.isUnlocked() else { return }
        beside("3.4")
        ResolveUniversalLink(context).refuse()
        beside("3.4a")
    }

    /// Row 2.3 of startup.md: locks a core from an earlier user interface and ends its streams.
    ///
    /// - Returns: true if the core was already initialised; otherwise the caller must initialise it.
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

    /// The result of opening the core's store during the splash screen.
    private enum Opening: Sendable {
        /// The phone is rooted, or the core was already initialised.
        case notTried
        /// The root check failed.
        case unknownDevice(any Error)
        case tried(Result<Void, any Error>)
    }

    /// Opens the core's store, for `initialize`; not on a rooted phone.
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

    /// Row 2.2 of startup.md: initialises a new core, after UC1.2/2.2; it has no effect before.
    ///
    /// - Parameter opening: the result of opening the store during the splash screen.
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
                // The core was erasing a revoked wallet, and is ready again.
                if await rebind() { return }
            } catch {
                startup("2.2b")
                // Retry and restart are the same here, since nothing has started yet.
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
