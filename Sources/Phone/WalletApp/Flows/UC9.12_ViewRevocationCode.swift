// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC9.12 View revocation code in Settings.
struct ViewRevocationCode {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC9.12")
    }

    func run() async throws -> UseCase {
        while true {
            switch try await context.ui.show(AboutDeletionCode()) {
            case .view:
                trace("1.2")
                switch try await ConfirmProtectedAction(context, isCancelable: false).run() {
                case .confirm:
                    trace("1.2a")
                    if let next = try await code() { return next }
                case .back, .cancel: trace("1.2b")
                case .restart: return .openTheApp
                }
            case .back:
                return .showAppMenu(.settings)
            case .help:
                try await context.showHelp(on: "UC9.12")
            }
        }
    }

    /// 1.3; nil goes back to 1.1.
    private func code() async throws -> UseCase? {
        let code = try await context.whenUnlocked { try await $0.revocationCode() }
        while true {
            switch try await context.ui.show(ShowDeletionCode(code: code, portal: context.portal)) {
            case .writtenDown:
                return nil
            case .close:
                return .showAppMenu(.settings)
            case .help:
                try await context.showHelp(on: "UC9.12")
            }
        }
    }
}
