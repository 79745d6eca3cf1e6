// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// PF2.4 Confirm a protected action.
struct ConfirmProtectedAction {
    enum Result: Sendable {
        case confirm(PIN)
        case back
        case cancel
        /// Not in the design: the user restarts the app from the Generic error screen.
        case restart
    }

    private let context: FlowContext
    private let trace: FlowTrace
    private let isCancelable: Bool
    private let isIssuingPID: Bool
    private let ownCheck: (@Sendable (PIN) async throws -> PINCheck)?
    private let whenValid: @Sendable () -> Void

    /// - Parameters:
    ///   - isCancelable: true if the user can cancel the action here (1.1d).
    ///   - isIssuingPID: true if the action issues a PID (2.1a).
    ///   - ownCheck: checks the PIN and signs what it confirms, in one call; nil checks the PIN by unlocking.
    ///   - whenValid: called as soon as the PIN was found right, before 1.3.
    init(
        _ context: FlowContext, isCancelable: Bool, isIssuingPID: Bool = false,
        checkedBy ownCheck: (@Sendable (PIN) async throws -> PINCheck)? = nil, whenValid: @escaping @Sendable () -> Void = {}
    ) {
        self.context = context
        self.isCancelable = isCancelable
        self.isIssuingPID = isIssuingPID
        self.ownCheck = ownCheck
        self.whenValid = whenValid
        trace = context.trace(of: "PF2.4")
    }

    /// - Throws: `sharing` and `locked` of the action's own check.
    func run() async throws -> Result {
        var validation = ValidatePIN(context, isIssuingPID: isIssuingPID, checkedBy: ownCheck)
        while true {
            let action = try await Readiness(context, context.wallet.prepareUnlock).whileShowing {
                try await context.ui.show(ConfirmWithPIN(isCancelable: isCancelable))
            }
            switch action {
            case .pin(let pin):
                trace("1.2")
                switch try await validation.run(pin) {
                case .valid:
                    whenValid()
                    trace("1.2a")
                    return try await confirmed(pin)
                case .retry, .outcomeUnknown: trace("1.2b")
                case .back: trace("1.2c")
                case .restart: return .restart
                }
            case .forgotPIN:
                try await recoverFromForgottenPIN()
            case .back:
                return .back
            case .cancel:
                return .cancel
            case .help:
                try await context.showHelp(on: "PF2.4")
            }
        }
    }

    /// Confirms the action unless the wallet is revoked (1.3) or the app version is blocked (1.4).
    private func confirmed(_ pin: PIN) async throws -> Result {
        trace("1.3")
        try await DetermineWalletStatus(context).run()
        trace("1.3a")
        trace("1.4")
        try await ApplyUpdatePolicy(context).run()
        trace("1.4a")
        return .confirm(pin)
    }

    /// Scenario 2.
    private func recoverFromForgottenPIN() async throws {
        trace("2.1")
        trace(isIssuingPID ? "2.1a" : "2.1b")
        while true {
            switch try await context.ui.show(ForgotPINWhileConfirming(isIssuingPID: isIssuingPID)) {
            case .deleteWallet:
                try await WipeAllAppData(context).runOrReturn()
            case .createNewPIN:
                try await RecoverPIN(context).beginFromForgotPIN()
            case .back:
                return
            }
        }
    }
}
