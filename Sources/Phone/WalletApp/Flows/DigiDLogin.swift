// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletConfiguration
import WalletInterface

/// The way to DigiD and back, which UC3.1 and UC2.3.2 have in common. The rows differ only in their numbers.
struct DigiDLogin {
    /// What a person logs in for.
    enum Purpose: String, Sendable, CaseIterable {
        /// UC3.1.
        case pid
        /// UC2.3.2.
        case pinRecovery
    }

    /// Why nothing came of a login.
    enum Problem: String, Sendable, CaseIterable {
        /// DigiD did not let the person in.
        case failed
        /// It was stopped at DigiD, or its time is over.
        case stopped
        /// It was another person's (UC2.3.2 only).
        case wrongAccount
        /// It was stopped here.
        case aborted
    }

    /// How waiting for DigiD ends.
    enum Way: Sendable {
        /// With this link.
        case back(LoginLink)
        /// The time is over.
        case expired
        /// The person stops it.
        case aborted
    }

    /// DigiD's public page.
    static let website = WebAddress("https://www.digid.nl")

    private let context: FlowContext
    private let purpose: Purpose

    init(_ context: FlowContext, for purpose: Purpose) {
        self.context = context
        self.purpose = purpose
    }

    /// Begins a session while a screen stays, and lets the system open DigiD in the browser.
    ///
    /// - Returns: until when the login is waited for; nil when the session did not begin, and the person has seen why.
    /// - Throws: `GoTo` UC1.2 when the person restarts the app.
    func begin(on screen: some Screen) async throws -> Date? {
        context.supervision.loginReturn.set(nil)
        do {
            let (page, until) = try await context.ui.show(screen, during: { try await start() })
            await context.leave(.browser(page))
            return until
        } catch let error as WalletCoreError {
            // A process that is killed takes no row.
            try Task.checkCancellation()
            if try await ErrorFlow(context).run(error) == .restart { throw GoTo(.openTheApp) }
            return nil
        }
    }

    private func start() async throws -> (page: WebAddress, until: Date) {
        let page: (url: String, until: Date)?
        switch purpose {
        case .pid:
            if case .awaitingAuthentication(let url, let until) = try await context.wallet.startIssuance() {
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

    /// UC3.1/1.2, UC2.3.2/1.3: waits until the person is back.
    ///
    /// - Parameter until: by the phone's clock.
    func wait(until deadline: Date) async throws -> Way {
        while true {
            if let link = context.supervision.loginReturn.set(nil) { return .back(link) }
            guard context.now() < deadline else { return .expired }
            let action = try await context.ui.show(ContinueWithDigiD(purpose: purpose), orUntil: { try await changes(until: deadline) })
            guard action != nil else { continue }
            if try await isStopped(orUntil: { try await changes(until: deadline) }) { return .aborted }
        }
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

    /// UC3.1/4.1, UC2.3.2/5.1: whether the person really stops.
    ///
    /// - Parameter event: ends the question, which then counts as not answered.
    func isStopped(orUntil event: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        switch try await context.ui.show(StopDigiDLogin(purpose: purpose), orUntil: event) {
        case .stop:
            return true
        case .goOn:
            return false
        case nil: return false
        }
    }

    /// Says why nothing came of a login, until the person has begun another one.
    ///
    /// - Returns: until when that is waited for; nil when the person goes back instead.
    func explain(_ problem: Problem) async throws -> Date? {
        let screen = DigiDLoginProblem(problem: problem, purpose: purpose)
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

    /// The system opens DigiD's public page; the app stays where it is.
    func openWebsite() async {
        if let page = Self.website { await context.leave(.browser(page)) }
    }
}

extension DigiDLogin.Purpose {
    /// The flow that a person logs in for.
    var design: String {
        switch self {
        case .pid: "UC3.1"
        case .pinRecovery: "UC2.3.2"
        }
    }

    /// The step that waits.
    var waiting: String { self == .pid ? "1.2" : "1.3" }
    /// The branch of it that stops.
    var stop: String { self == .pid ? "1.2d" : "1.3e" }
    /// The scenario of who stops.
    var aborted: String { self == .pid ? "4" : "5" }

    /// The step that says why nothing came of a login.
    func step(of problem: DigiDLogin.Problem) -> String {
        switch problem {
        case .failed: "2.1"
        case .stopped: "3.1"
        case .wrongAccount: "4.1"
        case .aborted: "\(aborted).2"
        }
    }

    /// A row of that flow.
    func row(_ number: String) -> Row { Row(design, number) }
}
