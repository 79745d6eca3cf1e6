// SPDX-License-Identifier: EUPL-1.2

/// UC6.1 Show all activities.
struct ShowActivities {
    /// The screen to which Back leads.
    enum Origin: Sendable, Equatable {
        case dashboard
        case menu
    }

    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    func run(from origin: Origin) async throws -> UseCase {
        try await ActivityBrowser(context, of: nil).run()
        return switch origin {
        case .dashboard: .showAllCards
        case .menu: .showAppMenu(.menu)
        }
    }
}
