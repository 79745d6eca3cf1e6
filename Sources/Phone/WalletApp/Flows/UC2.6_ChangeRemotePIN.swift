// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC2.6 Change remote PIN.
struct ChangeRemotePIN {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC2.6")
    }

    func run() async throws -> UseCase {
        trace("1.1")
        switch try await ConfirmProtectedAction(context, isCancelable: false).run() {
        case .confirm(let old):
            trace("1.1a")
            return try await change(from: old)
        case .back, .cancel:
            trace("1.1b")
            return .showAppMenu(.settings)
        case .restart: return .openTheApp
        }
    }

    /// Step 1.2.
    private func change(from old: PIN) async throws -> UseCase {
        trace("1.2")
        switch try await SetUpPIN(context, .change(from: old)).run() {
        case .succeeded:
            trace("1.2a")
            return try await succeeded()
        case .back, .stop, .ended:
            trace("1.2b")
            return .showAppMenu(.settings)
        case .unsettled:
            _ = try await context.ui.show(PINChangeUnsettled())
            // The next unlock resolves it, with either PIN.
            await LogOut(context).lock()
            return .showAllCards
        case .restart: return .openTheApp
        }
    }

    /// Step 1.3.
    private func succeeded() async throws -> UseCase {
        switch try await context.ui.show(PINChanged()) {
        case .dashboard:
            return .showAllCards
        case .settings:
            return .showAppMenu(.settings)
        }
    }
}
