// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration

/// UC9.6 Get help. It returns to the caller.
struct GetHelp {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    func run() async throws {
        while true {
            switch try await context.ui.show(NeedHelp()) {
            case .topic(let topic):
                try await context.showHelp(on: topic.rawValue)
            case .contact:
                try await contact()
            case .back:
                return
            }
        }
    }

    /// Step 1.2.
    private func contact() async throws {
        while true {
            switch try await context.ui.show(Contact(design: "UC9.6", step: "1.2", support: context.support)) {
            case .call:
                if let phone = context.support.phone { await context.leave(.phone(phone)) }
            case .back:
                return
            }
        }
    }
}
