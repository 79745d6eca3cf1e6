// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletInterface

/// UC6.3 Show an activity. The caller continues afterwards where it was.
struct ShowActivity {
    enum Ending: Sendable, Equatable {
        /// The user goes back.
        case back
        /// The event was deleted, does not exist, or cannot be read.
        case gone
    }

    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// Shows an event until the user goes back, or until it is deleted. An event that cannot be read is not shown.
    @discardableResult
    func run(_ number: Int64) async throws -> Ending {
        while let event = try await context.whenUnlocked({ try await $0.event(number) }) {
            let pages = ActivityPages(context, event)
            // The help desk is offered only where a stranger could have acted.
            let support = event.couldBeStranger ? context.support : SupportContacts()
            switch try await context.ui.show(Activity(event: event, canDelete: try await isSettled(number), support: support)) {
            case .data: try await pages.data()
            case .agreement: try await pages.agreement()
            case .about: try await pages.about()
            case .report: try await pages.report()
            case .askToDelete: try await pages.askToDelete()
            case .helpDesk(let contact): await context.open(contact)
            case .delete: if try await ManageActivities(context).delete(event) { return .gone }
            case .back: return .back
            }
        }
        return .gone
    }

    /// False while the event is that of an answer that may have arrived, or waits to be sent: the core does not delete it then.
    private func isSettled(_ number: Int64) async throws -> Bool {
        guard case .answered(let sent) = try await context.whenUnlocked({ try await $0.sharingState() }) else { return true }
        return sent.event != number
    }
}
