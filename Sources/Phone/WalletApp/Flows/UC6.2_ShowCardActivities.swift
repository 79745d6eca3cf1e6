// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC6.2 Show activities of a card. The caller continues afterwards where it was.
struct ShowCardActivities {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// Shows the events of a card, which may no longer exist, until the user goes back.
    func run(_ card: CardID) async throws { try await ActivityBrowser(context, of: card).run() }
}
