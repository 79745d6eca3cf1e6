// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletConfiguration
import WalletInterface

/// The help page: the purpose of the screen, possible actions, the connection, the help desk and the details that the help desk asks for.
/// It works without an unlocked wallet and without any wallet.
struct ShowHelp {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// - Parameter topic: the screen that asked for help, which selects the texts.
    func run(on topic: String) async throws {
        var connection: HelpPage.Connection?
        while true {
            switch try await context.ui.show(page(on: topic, connection)) {
            case .back: return
            case .check:
                connection = try await context.ui.show(page(on: topic, .checking), during: { try await check() })
            case .call:
                if let phone = context.support.phone { await context.leave(.phone(phone)) }
            }
        }
    }

    private func page(on topic: String, _ connection: HelpPage.Connection?) -> HelpPage {
        let details = SupportDetails(
            configuration: context.supervision.configuration.value?.version, correlationID: context.wallet.lastCorrelationID)
        return HelpPage(topic: topic, details: details, support: context.support, connection: connection)
    }

    private func check() async throws -> HelpPage.Connection {
        do {
            return HelpPage.Connection(try await context.wallet.checkConnections())
        } catch {
            // A killed process must not show a screen.
            try Task.checkCancellation()
            return .unknown
        }
    }
}
