// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

/// UC2.3 Unlock the app.
struct UnlockTheApp {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC2.3")
    }

    /// The layer below the lock.
    enum CoveredLayer: Sendable {
        /// Nothing: the app was launched.
        case nothing
        /// A use case that continues after the unlock.
        case suspendedFlow
    }

    /// The next step after the flow.
    enum Outcome: Sendable, Equatable {
        case goTo(UseCase)
        /// The suspended flow continues.
        case resume
    }

    func run(over below: CoveredLayer) async throws -> Outcome {
        // Resume a PIN recovery that is already in progress. A new PIN that may be active already is tried first.
        let isPINUnsettled = if case .pending = try await context.wallet.pinChangeState() { true } else { false }
        if !isPINUnsettled, try await context.wallet.pinRecoveryState() != .none { return .goTo(.recoverPIN) }
        trace("1.1")
        var notice: Text?
        if try await context.wallet.isBiometricUnlockEnabled() {
            trace("1.1a")
            switch try await UnlockByScan(context).run() {
            case .unlocked:
                try await StatusAfterScan(context).run()
                return try await unlocked(over: below)
            case .usePIN(let reason): notice = reason
            }
        } else {
            trace("1.1b")
        }
        if isPINUnsettled { notice = "openWithPIN.pinChangePending" }
        return try await openWithPIN(notice, over: below)
    }

    // MARK: PIN

    /// Steps 1.3 and 1.4.
    private func openWithPIN(_ firstNotice: Text?, over below: CoveredLayer) async throws -> Outcome {
        var notice = firstNotice
        var validation = ValidatePIN(context)
        while true {
            // The beacon is fetched while the digits are typed, which saves a round trip.
            let shown = notice
            let action = try await Readiness(context, context.wallet.prepareUnlock).whileShowing { try await choose(shown) }
            switch action {
            case nil, .discardLink: continue
            case .pin(let pin):
                trace("1.4")
                switch try await validation.run(pin) {
                case .valid:
                    trace("1.4a")
                    // The provider has checked the PIN, so the wallet is active.
                    context.supervision.isStatusUnknown.set(false)
                    return try await unlocked(over: below)
                case .retry: trace("1.4b")
                case .back: trace("1.4c")
                case .outcomeUnknown:
                    trace("1.4b")
                    notice = "openWithPIN.outcomeUnknown"
                case .restart: return .goTo(.openTheApp)
                }
            case .forgotPIN:
                try await recoverFromForgottenPIN()
            case .info:
                try await GetAppInformation(context).run()
            case .help: try await context.showHelp(on: "UC2.3")
            }
        }
    }

    /// 1.3, with the link that waits for the unlock. A new link, or the expiry of this link, redraws the screen in place and keeps the
    /// typed digits.
    ///
    /// - Returns: nil when the user discards the link.
    private func choose(_ notice: Text?) async throws -> OpenWithPIN.Action? {
        let (waiting, supervision) = (WaitingLink(context), context.supervision)
        let arrivals = supervision.links.arrivals.value
        let link = try await waiting.look()
        let action = try await context.ui.show(OpenWithPIN(notice: notice, link: link)) { redraw in
            var (shown, seen) = (link, arrivals)
            while true {
                try await waiting.changed(shown, since: seen)
                seen = supervision.links.arrivals.value
                shown = try await waiting.look()
                redraw(OpenWithPIN(notice: notice, link: shown))
            }
        }
        guard case .discardLink(let ticket) = action else { return action }
        try await waiting.discard(ticket)
        return nil
    }

    /// Step 6.1.
    private func recoverFromForgottenPIN() async throws {
        while true {
            switch try await context.ui.show(ForgotPIN(canCreateNewPIN: context.wallet.hasPID())) {
            case .deleteWallet:
                try await WipeAllAppData(context).runOrReturn()
            case .createNewPIN:
                try await RecoverPIN(context).beginFromForgotPIN()
            case .back:
                return
            }
        }
    }

    // MARK: After the unlock

    /// Steps 1.5 to 1.7.
    private func unlocked(over below: CoveredLayer) async throws -> Outcome {
        // A user who knows the PIN needs no recovery.
        if try await context.wallet.pinRecoveryState() != .none { try await context.wallet.cancelPINRecovery() }
        trace("1.5")
        guard try await context.wallet.hasPID() else {
            trace("1.5b")
            // A user who opened a link before the wallet was ready is told so, above the next screen.
            context.supervision.links.isDue.set(true)
            // Without a PID the suspended flow is the setup, which leads to UC3.1 itself.
            return below == .suspendedFlow ? .resume : .goTo(try await nextOfSetUp())
        }
        trace("1.5a")
        trace("1.6")
        switch try await ResolveUniversalLink(context).run() {
        // The link is the way back from a login that outlived its process: UC3.1 takes it.
        case .noLink where below == .nothing && context.supervision.loginReturn.value != nil: return .goTo(.obtainPID)
        case .noLink: trace("1.6a")
        case .rejected: trace("1.6b")
        case .valid(let useCase):
            trace("1.6c")
            return .goTo(useCase)
        }
        trace("1.7")
        switch below {
        case .suspendedFlow:
            trace("1.7a")
            return .resume
        case .nothing:
            trace("1.7b")
            return .goTo(try await nextAtLaunch())
        }
    }

    /// True if a card is being obtained again and its login has not returned: the process ended meanwhile.
    private func awaitsLogin() async throws -> Bool {
        if case .awaitingAuthentication = try await context.whenUnlocked({ try await $0.issuanceState() }) { true } else { false }
    }

    /// The use case after a launch. A session that shares data, or an answer that may have arrived, comes before the overview (UC5.1/14).
    private func nextAtLaunch() async throws -> UseCase {
        if try await awaitsLogin() { return .obtainPID }
        let sharing = try await context.whenUnlocked { try await $0.sharingState() }
        return sharing == .none ? .showAllCards : sharing.isLogin ? .logIn : .shareData(.session)
    }

    /// Resumes an interrupted UC2.1, because a wallet is usable only after its deletion code was written down.
    private func nextOfSetUp() async throws -> UseCase {
        guard try await context.wallet.isRevocationCodeConfirmed() else {
            return .setUpRemotePIN(try await context.wallet.isBiometricUnlockEnabled() ? .deletionCode : .biometrics)
        }
        return .obtainPID
    }
}
