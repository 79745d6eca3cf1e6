// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletConfiguration
import WalletInterface

/// The login at the login provider, shared by UC3.1 and UC2.3.2. Only the row numbers differ.
struct IdentityLogin {
    /// The purpose of a login.
    enum Purpose: String, Sendable, CaseIterable {
        /// UC3.1.
        case pid
        /// UC2.3.2.
        case pinRecovery
    }

    /// The reason that a login failed.
    enum Problem: String, Sendable, CaseIterable {
        /// The provider refused the login.
        case failed
        /// The user stopped at the provider, or the session expired.
        case stopped
        /// The login was another person's (UC2.3.2 only).
        case wrongAccount
        /// The user stopped in the app.
        case aborted
    }

    /// The result of waiting for the login.
    enum Way: Sendable {
        /// The browser returned with this link.
        case back(LoginLink)
        /// The session expired.
        case expired
        /// The user stopped.
        case aborted
    }

    private let context: FlowContext
    private let purpose: Purpose

    init(_ context: FlowContext, for purpose: Purpose) {
        self.context = context
        self.purpose = purpose
    }

    /// Starts a session while a screen stays, and opens the provider in the browser.
    ///
    /// - Returns: the deadline of the login; nil when the session did not start and the user has seen why.
    /// - Throws: `GoTo` UC1.2 when the user restarts the app.
    func begin(on screen: some Screen) async throws -> Date? {
        context.supervision.loginReturn.set(nil)
        do {
            let (page, until) = try await context.ui.show(screen, during: { try await start() })
            await context.leave(.browser(page))
            return until
        } catch let error as WalletCoreError {
            // A killed process must not trace a row.
            try Task.checkCancellation()
            try await ErrorFlow(context).runOrRestart(error, canGoBack: true)
            return nil
        }
    }

    private func start() async throws -> (page: WebAddress, until: Date) {
        let page: (url: String, until: Date)?
        switch purpose {
        case .pid:
            if case .awaitingAuthentication(let url, let until) = try await context.whenUnlocked({ try await $0.startIssuance() }) {
                page = (url, until)
            } else {
                page = nil
            }
        case .pinRecovery:
            if case .awaitingAuthentication(let url, let until) = try await context.wallet.startPINRecovery() {
                page = (url, until)
            } else {
                page = nil
            }
        }
        guard let page, let address = WebAddress(page.url) else { throw WalletCoreError(.issuance(.unfitIssuer), "no page to log in at") }
        return (address, page.until)
    }

    /// UC3.1/1.2, UC2.3.2/1.3: waits until the browser returns.
    ///
    /// - Parameter until: the deadline, by the phone's wall clock.
    func wait(until deadline: Date) async throws -> Way {
        var deadline = deadline
        while true {
            if let link = context.supervision.loginReturn.exchange(nil) { return .back(link) }
            if context.now() >= deadline {
                // The phone's clock may have been set since: by the new clock the login may end later.
                if let present = try await presentDeadline(), context.now() < present {
                    deadline = present
                    continue
                }
                // The core may have been asked after an unlock that brought the link.
                return context.supervision.loginReturn.exchange(nil).map(Way.back) ?? .expired
            }
            let action = try await context.ui.show(
                ContinueLogin(purpose: purpose), orUntil: { [deadline] in try await changes(until: deadline) })
            guard action != nil else { continue }
            if try await isStopped(orUntil: { [deadline] in try await changes(until: deadline) }) { return .aborted }
        }
    }

    /// The core's deadline of the login, by the phone's wall clock as it is now; nil if the session waits for no login.
    private func presentDeadline() async throws -> Date? {
        switch purpose {
        case .pid:
            let state = try await context.whenUnlocked { try await $0.issuanceState() }
            if case .awaitingAuthentication(_, let until) = state { return until }
        case .pinRecovery:
            if case .awaitingAuthentication(_, let until) = try await context.wallet.pinRecoveryState() { return until }
        }
        return nil
    }

    /// Waits for the link or the deadline.
    private func changes(until deadline: Date) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { _ = try await context.supervision.loginReturn.next(otherThan: nil) }
            group.addTask { try await context.sleep(deadline) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// UC3.1/4.1, UC2.3.2/5.1: asks to confirm stopping.
    ///
    /// - Parameter event: ends the question unanswered.
    func isStopped(orUntil event: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        switch try await context.ui.show(StopLogin(purpose: purpose), orUntil: event) {
        case .stop:
            return true
        case .goOn:
            return false
        case nil: return false
        }
    }

    /// Explains a failed login until the user has started a new login.
    ///
    /// - Parameter isAgain: true if a card is obtained again; the user can then go back.
    /// - Returns: the deadline of the new login; nil when the user goes back.
    func explain(_ problem: Problem, isAgain: Bool = false) async throws -> Date? {
        let screen = LoginProblem(problem: problem, purpose: purpose, isAgain: isAgain)
        while true {
            switch try await context.ui.show(screen) {
            case .logIn:
                if let until = try await begin(on: screen) { return until }
            case .website:
                await openWebsite()
            case .back:
                return nil
            }
        }
    }

    /// Opens the provider's public website in the browser.
    func openWebsite() async {
        await context.leave(.browser(context.brand.login.website))
    }
}

extension IdentityLogin.Purpose {
    /// The flow that the login belongs to.
    var design: String {
        switch self {
        case .pid: "UC3.1"
        case .pinRecovery: "UC2.3.2"
        }
    }

    /// The step that waits.
    var waiting: String { self == .pid ? "1.2" : "1.3" }
    /// The row of the Stop button on the waiting screen.
    var stop: String { self == .pid ? "1.2d" : "1.3e" }
    /// The scenario of an aborted login.
    var aborted: String { self == .pid ? "4" : "5" }

    /// Returns the step that explains a problem.
    func step(of problem: IdentityLogin.Problem) -> String {
        switch problem {
        case .failed: "2.1"
        case .stopped: "3.1"
        case .wrongAccount: "4.1"
        case .aborted: "\(aborted).2"
        }
    }

    /// Returns a row of the flow.
    func row(_ number: String) -> Row { Row(design, number) }
}
