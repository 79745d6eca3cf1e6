// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// PF2.8 Validate entered PIN.
struct ValidatePIN {
    enum Result: Sendable {
        case valid
        case retry
        case back
        /// The provider lost its verdict on this PIN: the user must enter it again.
        case outcomeUnknown
        /// Not in the design: the user restarts the app from the Generic error screen.
        case restart
    }

    private let context: FlowContext
    private let trace: FlowTrace
    /// The previous outcome, which distinguishes the fourth failure from a delay that was already running.
    private var previous: PINCheck?

    private let isIssuingPID: Bool
    /// The check itself, if it is another than the unlock.
    private let ownCheck: (@Sendable (PIN) async throws -> PINCheck)?
    /// The longest delay after the first round, in seconds. A longer delay belongs to a later round; the response does not contain the
    /// round's number.
    private static let firstWait: TimeInterval = 60

    /// - Parameters:
    ///   - isIssuingPID: true if the PIN confirms the issuance of a PID (1.1h).
    ///   - ownCheck: checks the PIN for an action that the same call carries out; nil checks it by unlocking.
    init(_ context: FlowContext, isIssuingPID: Bool = false, checkedBy ownCheck: (@Sendable (PIN) async throws -> PINCheck)? = nil) {
        self.context = context
        self.isIssuingPID = isIssuingPID
        self.ownCheck = ownCheck
        trace = context.trace(of: "PF2.8")
    }

    /// 1.1: checks the PIN. After an error a retry checks the same PIN, and the core repeats the identical request.
    ///
    /// - Throws: an error of the action that the PIN confirms: `sharing`, and `locked` if the wallet was locked during its check.
    mutating func run(_ pin: PIN) async throws -> Result {
        while true {
            do {
                trace("1.1")
                return try await judge(try await check(pin))
            } catch let error as WalletCoreError {
                // A killed process must not trace a row.
                try Task.checkCancellation()
                switch error.code {
                // The PIN was right, but the wallet was locked again in the meantime.
                case .locked where ownCheck == nil: return .retry
                case .locked, .sharing: throw error
                case .noInternet: trace("1.1m")
                case .serverUnreachable: trace("1.1n")
                default: break
                }
                switch try await ErrorFlow(context).run(error, canGoBack: true) {
                case .retry: continue
                case .back: return .back
                case .restart: return .restart
                }
            }
        }
    }

    private func check(_ pin: PIN) async throws -> PINCheck {
        guard let ownCheck else { return try await context.wallet.unlock(pin: pin) }
        return try await ownCheck(pin)
    }

    /// Takes the branch of 1.1 for a completed check.
    mutating func judge(_ check: PINCheck) async throws -> Result {
        defer { previous = check }
        return try await follow(check)
    }

    private func follow(_ check: PINCheck) async throws -> Result {
        switch check {
        case .valid:
            trace("1.1a")
            return .valid
        case .invalid(let attemptsLeft, let isFinalRound):
            let (branch, step) = Self.wrongPIN(attemptsLeft: attemptsLeft, isFinalRound: isFinalRound)
            trace(branch)
            return try await wrongPIN(step: step)
        case .temporarilyBlocked(let until):
            if try await endsSetUp(until) { try await setUpAgain() }
            trace(previous == .invalid(attemptsLeftInRound: 1, isFinalRound: false) ? "1.1g" : "1.1b")
            return try await temporarilyBlocked(until: until)
        case .outcomeUnknown:
            trace("1.1n")
            return .outcomeUnknown
        case .permanentlyBlocked:
            trace(previous == .invalid(attemptsLeftInRound: 1, isFinalRound: true) ? "1.1l" : "1.1c")
            return try await blocked()
        }
    }

    /// The branch of 1.1 that a wrong PIN takes, and the step it leads to.
    private static func wrongPIN(attemptsLeft: Int, isFinalRound: Bool) -> (branch: String, step: String) {
        switch (isFinalRound, attemptsLeft) {
        case (false, 3...): ("1.1d", "2.1")
        case (false, 2): ("1.1e", "3.1")
        case (false, _): ("1.1f", "4.1")
        case (true, 3...): ("1.1i", "6.1")
        case (true, 2): ("1.1j", "7.1")
        case (true, _): ("1.1k", "8.1")
        }
    }

    /// Scenarios 2 to 4 and 6 to 8.
    private func wrongPIN(step: String) async throws -> Result {
        switch try await context.ui.show(WrongPIN(step: step)) {
        case .close: return .retry
        case .forgotPIN: return try await forgotPIN()
        }
    }

    /// 5. The delay also ends while help or another screen covers this screen. It uses monotonic time, so setting the phone's clock has no
    /// effect.
    private func temporarilyBlocked(until: Date) async throws -> Result {
        let isOver = { @Sendable [steady = context.steady] in try await steady.wait(until: until) }
        while context.steady.now() < until {
            switch try await context.ui.show(TemporarilyBlocked(until: until), orUntil: isOver) {
            case .deleteWallet:
                try await WipeAllAppData(context).runOrReturn()
            case .back:
                return .back
            case .help:
                try await context.showHelp(on: "PF2.8.wait")
            case .forgotPIN:
                return try await forgotPIN()
            case nil: continue
            }
        }
        trace("5.1e")
        return .retry
    }

    /// 1.1h: true at the end of the first round while the wallet is still empty.
    private func endsSetUp(_ until: Date) async throws -> Bool {
        guard isIssuingPID, previous == .invalid(attemptsLeftInRound: 1, isFinalRound: false),
            until.timeIntervalSince(context.steady.now()) <= Self.firstWait
        else { return false }
        return try await !context.wallet.hasPID()
    }

    /// 11. Setup starts again with a new wallet, because a wallet has only one first PIN.
    private func setUpAgain() async throws -> Never {
        trace("1.1h")
        _ = try await context.ui.show(SetUpFailed())
        try await WipeAllAppData(context).erase()
        throw GoTo(.setUpRemotePIN(.choosePIN))
    }

    /// Scenario 9.
    private func blocked() async throws -> Result {
        while true {
            switch try await context.ui.show(AppIsBlocked()) {
            case .deleteWallet:
                try await WipeAllAppData(context).runOrReturn()
            case .help:
                try await context.showHelp(on: "PF2.8.blocked")
            }
        }
    }

    /// Scenario 10.
    private func forgotPIN() async throws -> Result {
        while true {
            switch try await context.ui.show(ForgotPINWhileChecking(canCreateNewPIN: context.wallet.hasPID())) {
            case .createNewPIN:
                try await RecoverPIN(context).beginFromForgotPIN()
            case .back:
                return .back
            }
        }
    }
}
