// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletInterface

/// UC3.1 Obtain PID. The core keeps the session, even through a kill: the flow resumes at the session's state.
///
/// It also obtains a PID again that has expired. The present PID stays until 1.6a, the user can leave, and the wallet is no new one.
struct ObtainPID {
    /// The state of the flow.
    private enum Place: Sendable {
        /// Step 1.1.
        case offer
        /// Step 1.2, until the deadline.
        case login(until: Date)
        /// Step 1.2, with the link that returned from the login.
        case back(LoginLink)
        /// Step 1.3.
        case retrieve
        /// Scenarios 2, 3 and 4.
        case problem(IdentityLogin.Problem)
        /// Step 1.4.
        case verify(IssuancePreview)
        /// Step 1.5.
        case confirm(IssuancePreview)
        /// Step 1.7, or the end if a PID was obtained again.
        case added(isAgain: Bool)
    }

    private let context: FlowContext
    private let trace: FlowTrace
    private let login: IdentityLogin

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC3.1")
        login = IdentityLogin(context, for: .pid)
    }

    func run() async throws -> UseCase {
        var place = try await whereItStands()
        while true {
            switch place {
            case .offer:
                guard let next = try await offer() else { return .showAllCards }
                place = next
            case .login(let until): place = try await awaitLogin(until)
            case .back(let link): place = try await takeUp(link)
            case .retrieve: place = try await retrieve()
            case .problem(let problem):
                let until = try await login.explain(problem, isAgain: isAgain())
                place = until.map { .login(until: $0) } ?? .offer
            case .verify(let preview): place = try await verify(preview)
            case .confirm(let preview): place = try await confirm(preview)
            case .added(let isAgain): return try await isAgain ? .showAllCards : finish()
            }
        }
    }

    private func whereItStands() async throws -> Place {
        switch try await context.whenUnlocked({ try await $0.issuanceState() }) {
        case .none: .offer
        case .awaitingAuthentication(_, let until): .login(until: until)
        case .retrieving: .retrieve
        case .preview(let preview): .verify(preview)
        }
    }

    /// True until 1.6a if there is a PID already, which the new one replaces.
    private func isAgain() async throws -> Bool { try await context.wallet.hasPID() }

    /// Step 1.1.
    ///
    /// - Returns: nil if the user goes back to the present card.
    private func offer() async throws -> Place? {
        let screen = try await AddCardsViaLogin(isAgain: isAgain())
        while true {
            switch try await context.ui.show(screen) {
            case .logIn:
                if let until = try await login.begin(on: screen) { return .login(until: until) }
            case .website:
                await login.openWebsite()
            case .help:
                try await context.showHelp(on: "UC3.1")
            case .back:
                return nil
            }
        }
    }

    /// Step 1.2.
    private func awaitLogin(_ until: Date) async throws -> Place {
        switch try await login.wait(until: until) {
        case .back(let link): return .back(link)
        case .expired:
            trace("1.2c")
            try await context.whenUnlocked { try await $0.cancelIssuance() }
            return .problem(.stopped)
        case .aborted: return try await abort()
        }
    }

    /// Step 4.2.
    private func abort() async throws -> Place {
        try await context.whenUnlocked { try await $0.cancelIssuance() }
        return .problem(.aborted)
    }

    // MARK: Retrieving

    /// 1.2a to 1.2c. The link contains the result of the login; nothing is fetched yet.
    private func takeUp(_ link: LoginLink) async throws -> Place {
        do {
            try await context.whenUnlocked { try await $0.returnFromLogin(link) }
            trace("1.2a")
            return .retrieve
        } catch let error as WalletCoreError {
            // A killed process must not trace a row.
            try Task.checkCancellation()
            switch error.code {
            case .issuance(.loginFailed):
                trace("1.2b")
                return .problem(.failed)
            case .issuance(.loginStopped):
                trace("1.2c")
                return .problem(.stopped)
            // The link belongs to another session: keep waiting.
            case .issuance(.foreignRedirect): return try await whereItStands()
            case .issuance(let problem): return try await goOn(after: try await ErrorFlow(context).generic(code: problem.code))
            default: throw error
            }
        }
    }

    /// Step 1.3.
    private func retrieve() async throws -> Place {
        do {
            let fetched = ObservedValue<IssuancePreview?>(nil)
            let action = try await context.ui.show(
                RetrievingData(), orUntil: { fetched.set(try await context.whenUnlocked { try await $0.resumeIssuance() }) })
            guard action == nil, let preview = fetched.value else {
                return try await stopOrGoOn()
            }
            if await context.wallet.isClockWrong() {
                try Task.checkCancellation()
                context.trace(of: "clock")("1a")
            }
            trace("1.3a")
            return .verify(preview)
        } catch let error as WalletCoreError {
            // A killed process must not trace a row.
            try Task.checkCancellation()
            return try await explain(error)
        }
    }

    private static let never: @Sendable () async throws -> Void = { _ = try await ObservedValue(false).next(otherThan: false) }

    private func explain(_ error: WalletCoreError) async throws -> Place {
        switch error.code {
        // The login is too old to fetch data.
        case .issuance(.loginStopped):
            trace("1.2c")
            return .problem(.stopped)
        case .issuance(let problem):
            trace("1.3b")
            return try await goOn(after: try await ErrorFlow(context).generic(code: problem.code))
        case .noInternet:
            trace("1.3c")
            return try await goOn(after: try await ErrorFlow(context).run(error, canGoBack: true))
        case .serverUnreachable:
            trace("1.3d")
            return try await goOn(after: try await ErrorFlow(context).run(error, canGoBack: true))
        case .clockWrong:
            context.trace(of: "clock")("1b")
            return try await goOn(after: try await ErrorFlow(context).run(error))
        default: throw error
        }
    }

    private func goOn(after outcome: ErrorFlow.Outcome) async throws -> Place {
        switch outcome {
        case .retry: try await whereItStands()
        case .back: try await stopOrGoOn()
        case .restart: try context.restartApp()
        }
    }

    /// Step 4.1, while nothing waits for the login.
    private func stopOrGoOn() async throws -> Place {
        try await login.isStopped(orUntil: Self.never) ? try await abort() : try await whereItStands()
    }

    // MARK: Adding

    /// Step 1.4 and scenario 5.
    private func verify(_ preview: IssuancePreview) async throws -> Place {
        while true {
            switch try await context.ui.show(VerifyYourData(preview: preview)) {
            case .add:
                return .confirm(preview)
            case .reject:
                switch try await context.ui.show(DataRejected()) {
                case .stop:
                    try await context.whenUnlocked { try await $0.cancelIssuance() }
                    return .offer
                case .back: break
                }
            }
        }
    }

    /// Step 1.5.
    private func confirm(_ preview: IssuancePreview) async throws -> Place {
        trace("1.5")
        let isFirst = try await !isAgain()
        switch try await ConfirmProtectedAction(context, isCancelable: false, isIssuingPID: isFirst).run() {
        case .confirm(let pin):
            trace("1.5a")
            return try await add(preview, pin)
        case .back, .cancel:
            trace("1.5b")
            return .verify(preview)
        case .restart: try context.restartApp()
        }
    }

    /// 1.6. A retry uses the same PIN.
    private func add(_ preview: IssuancePreview, _ pin: PIN) async throws -> Place {
        let isAgain = try await isAgain()
        while true {
            do {
                switch try await context.ui.show(
                    AddingCard(), during: { try await context.whenUnlocked { try await $0.acceptIssuance(pin: pin) } })
                {
                case .issued:
                    trace("1.6a")
                    return .added(isAgain: isAgain)
                case .refused(let check):
                    var validation = ValidatePIN(context, isIssuingPID: !isAgain)
                    if case .restart = try await validation.judge(check) { try context.restartApp() }
                    return .confirm(preview)
                }
            } catch let error as WalletCoreError {
                // A killed process must not trace a row.
                try Task.checkCancellation()
                switch error.code {
                case .noInternet: trace("1.6b")
                case .serverUnreachable: trace("1.6c")
                default: break
                }
                switch try await ErrorFlow(context).run(error, issuer: preview.issuer, canGoBack: true) {
                case .retry: if case .issuance = error.code { return try await whereItStands() }
                case .back: return .verify(preview)
                case .restart: try context.restartApp()
                }
            }
        }
    }

    // MARK: Completion

    /// 1.7 to 1.10. Transfer between phones is not built yet, so no transferable wallet is found (1.7b).
    private func finish() async throws -> UseCase {
        trace("1.7")
        trace("1.7b")
        _ = try await context.ui.show(CreateNewWallet())
        _ = try await context.ui.show(WalletIsReady())
        return .showAllCards
    }
}
