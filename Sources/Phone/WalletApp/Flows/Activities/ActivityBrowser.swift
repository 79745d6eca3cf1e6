// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The list of activities with what lies behind it: UC6.1 for the wallet, UC6.2 for a card.
struct ActivityBrowser {
    private let context: FlowContext
    /// The card whose history it is; nil for that of the wallet.
    private let card: CardID?

    init(_ context: FlowContext, of card: CardID?) {
        self.context = context
        self.card = card
    }

    /// Shows the list until the user goes back.
    func run() async throws {
        var list = try await ActivityList.newest(of: card, context)
        while true {
            let isKept = try await context.whenUnlocked { try await $0.isHistoryKept() }
            switch try await context.ui.show(screen(of: list, isKept: isKept)) {
            case .activity(let number):
                if try await ShowActivity(context).run(number) == .gone { list.remove(number) }
                try await list.update(of: card, context)
            case .older:
                try await list.addOlder(of: card, context)
            case .keeping:
                try await ManageActivities(context).run()
                list = try await .newest(of: card, context)
            case .back:
                return
            }
        }
    }

    private func screen(of list: ActivityList, isKept: Bool) -> Activities {
        Activities(
            events: list.events, isOfCard: card != nil, hasOlder: list.hasOlder, areSomeUnreadable: list.areSomeUnreadable, isKept: isKept
        )
    }
}
