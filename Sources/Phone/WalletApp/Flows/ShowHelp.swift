// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletCore

/// The help page: what the screen is for, what can be done, whether the services can be reached, and what the help desk asks for. It needs no
/// unlocked wallet and no wallet at all.
struct ShowHelp {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "help")
    }

    /// - Parameter topic: the place that asked for help; it chooses the words.
    func run(on topic: String) async throws {
        var connection: HelpPage.Connection?
        while true {
            let page = HelpPage(topic: topic, details: details, connection: connection)
            switch try await context.ui.show(page) {
            case .back: return trace("1a")
            case .check:
                trace("1b")
                connection = try await context.ui.show(
                    HelpPage(topic: topic, details: details, connection: .checking), during: { try await check() })
            }
        }
    }

    private var details: SupportDetails {
        SupportDetails(
            configuration: context.supervision.configurationVersion.value, correlationID: context.wallet.lastCorrelationID)
    }

    private func check() async throws -> HelpPage.Connection {
        do {
            return HelpPage.Connection(try await context.wallet.checkConnections())
        } catch {
            // A process that is killed shows nothing.
            try Task.checkCancellation()
            return .unknown
        }
    }
}
