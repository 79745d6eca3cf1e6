// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletInterface

/// UC2.3.2 Recover PIN. The wallet may lock during the flow; the core keeps the session, even through a kill.
struct RecoverPIN {
    /// The state of the flow.
    private enum Place: Sendable {
        /// Step 1.2.
        case offer
        /// Step 1.3, until the deadline.
        case login(until: Date)
        /// Step 1.3, after or during the return from the login.
        case identify(LoginLink?)
        /// Scenarios 2 to 5.
        case problem(IdentityLogin.Problem)
        /// Step 1.4.
        case newPIN
        /// The flow has ended: with a new PIN, or with a next use case.
        case ended(UseCase?)
    }

    /// The number of events among which that of the new PIN is sought.
    private static let newestEvents = 10

    private let context: FlowContext
    private let trace: FlowTrace
    private let login: IdentityLogin

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC2.3.2")
        login = IdentityLogin(context, for: .pinRecovery)
    }

    /// 1.2, above the Forgot PIN screen that asked for it, until the user goes back to that screen.
    ///
    /// That screen has the content of 1.1, so 1.1 is not shown.
    ///
    /// - Throws: `GoTo` this use case when the session has started; suspended flows then end.
    func beginFromForgotPIN() async throws { try await logIn() }

    /// Shows 1.1 when the flow did not begin at the Forgot PIN screen. Returns when the user goes back.
    ///
    /// - Throws: `GoTo` with this use case, once the session has started.
    private func offer() async throws {
        while true {
            switch try await context.ui.show(RegainAccess()) {
            case .forgotPIN:
                try await logIn()
            case .back: return
            case .help:
                try await context.showHelp(on: "UC2.3.2")
            }
        }
    }

    /// Step 1.2.
    private func logIn() async throws {
        let screen = LogInForNewPIN()
        while true {
            switch try await context.ui.show(screen) {
            case .logIn:
                if try await login.begin(on: screen) != nil { throw GoTo(.recoverPIN) }
            case .website:
                await login.openWebsite()
            case .back: return
            case .help:
                try await context.showHelp(on: "UC2.3.2")
            }
        }
    }

    /// Continues the session. The lock does not cover it, because it shows nothing of the wallet.
    func run() async throws -> UseCase {
        let next = try await context.supervision.cover.withheld { try await recover() }
        // The wallet may have locked just now.
        if next != .unlockTheApp, try await !context.wallet.isUnlocked() { context.supervision.cover.raise() }
        if let next { return next }
        return try await succeeded()
    }

    private func recover() async throws -> UseCase? {
        var place = try await whereItStands()
        while true {
            switch place {
            case .offer:
                try await logIn()
                try await offer()
                place = try await leave()
            case .login(let until): place = try await awaitLogin(until)
            case .identify(let link): place = try await identify(after: link)
            case .problem(let problem):
                if let until = try await login.explain(problem) { place = .login(until: until) } else { place = try await leave() }
            case .newPIN: place = try await choosePIN()
            case .ended(let next): return next
            }
        }
    }

    private func whereItStands() async throws -> Place {
        switch try await context.wallet.pinRecoveryState() {
        case .none: .offer
        case .awaitingAuthentication(_, let until): .login(until: until)
        case .retrieving: .identify(nil)
        case .awaitingNewPIN: .newPIN
        }
    }

    /// Cancels, and returns to the lock or to an unlocked wallet.
    private func leave() async throws -> Place {
        try await context.wallet.cancelPINRecovery()
        return .ended(try await context.wallet.isUnlocked() ? .showAllCards : .unlockTheApp)
    }

    // MARK: Identification

    /// Step 1.3.
    private func awaitLogin(_ until: Date) async throws -> Place {
        switch try await login.wait(until: until) {
        case .back(let link): return .identify(link)
        case .expired:
            trace("1.3c")
            try await context.wallet.cancelPINRecovery()
            return .problem(.stopped)
        case .aborted: return try await abort()
        }
    }

    /// Step 5.2.
    private func abort() async throws -> Place {
        try await context.wallet.cancelPINRecovery()
        return .problem(.aborted)
    }

    /// Step 5.1, while nothing waits for the login.
    private func stopOrGoOn() async throws -> Place {
        let never: @Sendable () async throws -> Void = { _ = try await ObservedValue(false).next(otherThan: false) }
        return try await login.isStopped(orUntil: never) ? try await abort() : try await whereItStands()
    }

    private func identify(after link: LoginLink?) async throws -> Place {
        do {
            let action = try await context.ui.show(
                ContinueLogin(purpose: .pinRecovery),
                orUntil: {
                    if let link {
                        try await context.wallet.continuePINRecovery(link)
                    } else {
                        try await context.wallet.resumePINRecovery()
                    }
                })
            guard action == nil else { return try await stopOrGoOn() }
            if await context.wallet.isClockWrong() {
                try Task.checkCancellation()
                context.trace(of: "clock")("2a")
            }
            trace("1.3a")
            return .newPIN
        } catch let error as WalletCoreError {
            // A killed process must not trace a row.
            try Task.checkCancellation()
            switch error.code {
            case .issuance(.loginFailed):
                trace("1.3b")
                return .problem(.failed)
            case .issuance(.loginStopped):
                trace("1.3c")
                return .problem(.stopped)
            case .issuance(.wrongPerson):
                trace("1.3d")
                return .problem(.wrongAccount)
            // The link belongs to another session: keep waiting.
            case .issuance(.foreignRedirect): return try await whereItStands()
            case .issuance, .noInternet, .serverUnreachable, .clockWrong:
                if error.code == .clockWrong { context.trace(of: "clock")("2b") }
                switch try await ErrorFlow(context).run(error, canGoBack: true) {
                case .retry: return try await whereItStands()
                case .back: return try await stopOrGoOn()
                case .restart: try context.restartApp()
                }
            default: throw error
            }
        }
    }

    // MARK: New PIN

    /// Step 1.4.
    private func choosePIN() async throws -> Place {
        trace("1.4")
        switch try await SetUpPIN(context, .recover).run() {
        case .succeeded:
            trace("1.4a")
            return .ended(nil)
        case .back:
            trace("1.4b")
            try await context.wallet.cancelPINRecovery()
            return .offer
        case .stop:
            trace("1.4c")
            try await context.wallet.cancelPINRecovery()
            return .offer
        case .unsettled: return .ended(try await unsettled())
        case .ended(.wrongPerson): return .problem(.wrongAccount)
        case .ended(.loginStopped), .ended(.noSession): return .problem(.stopped)
        case .ended(let problem):
            try await ErrorFlow(context).runOrRestart(WalletCoreError(.issuance(problem), "the recovery has ended"))
            return try await whereItStands()
        case .restart: try context.restartApp()
        }
    }

    /// It is unknown which PIN is active: the next unlock, with either PIN, resolves it.
    private func unsettled() async throws -> UseCase {
        _ = try await context.ui.show(PINChangeUnsettled(isForgotten: true))
        guard try await context.wallet.isUnlocked() else { return .unlockTheApp }
        await LogOut(context).lock()
        return .showAllCards
    }

    /// Step 1.5.
    private func succeeded() async throws -> UseCase {
        var event = try await eventOfNewPIN()
        while true {
            switch try await context.ui.show(AccessRegained(hasActivity: event != nil)) {
            case .overview: return .showAllCards
            case .activity: if let number = event, try await ShowActivity(context).run(number) == .gone { event = nil }
            }
        }
    }

    /// The number of the event that tells of the new PIN; nil if the history is switched off or cannot be read.
    private func eventOfNewPIN() async throws -> Int64? {
        do {
            guard try await context.whenUnlocked({ try await $0.isHistoryKept() }) else { return nil }
            let events = try await context.whenUnlocked { try await $0.events(of: nil, before: nil, limit: Self.newestEvents) }
            return events.first { $0.kind == .newPIN }?.number
        } catch is WalletCoreError {
            return nil
        }
    }
}
