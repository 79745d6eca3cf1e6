// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration

/// UC9.6 Get help. It goes back to where it was asked for.
struct GetHelp {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC9.6")
    }

    func run() async throws {
        while true {
            switch try await context.ui.show(NeedHelp()) {
            case .topic(let topic):
                trace(Self.rows[topic] ?? "1.1a")
                try await context.showHelp(on: topic.rawValue)
            case .contact:
                trace("1.1g")
                try await contact()
            case .back:
                trace("1.1h")
                return
            }
        }
    }

    private static let rows: [NeedHelp.Topic: String] = [
        .cards: "1.1a", .qrCode: "1.1b", .sharing: "1.1c", .activities: "1.1d", .security: "1.1e", .settings: "1.1f",
    ]

    /// 1.2.
    private func contact() async throws {
        while true {
            switch try await context.ui.show(Contact(design: "UC9.6", step: "1.2", support: context.support)) {
            case .call:
                trace("1.2a")
                if let phone = context.support.phone { await context.leave(.phone(phone)) }
            case .back:
                trace("1.2b")
                return
            }
        }
    }
}
