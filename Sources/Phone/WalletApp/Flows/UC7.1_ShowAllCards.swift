// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

/// UC7.1 Show all available cards: the home of an unlocked wallet.
struct ShowAllCards {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    func run() async throws -> UseCase {
        var cards = try await firstCards()
        var limit = Dashboard.portion
        var parts = DashboardParts(context)
        while true {
            let seen = cards
            let isUnknown = context.supervision.isStatusUnknown.value
            let news = ObservedValue<[CardSummary]?>(nil)
            let dashboard = Dashboard(
                cards: cards, holders: try await parts.holders(of: cards.prefix(limit)), limit: limit,
                steps: try await parts.steps(for: cards), isStatusUnknown: isUnknown)
            let action = try await context.ui.show(
                dashboard,
                orUntil: {
                    try await withThrowingTaskGroup { group in
                        group.addTask { news.set(try await context.supervision.cards(otherThan: seen)) }
                        group.addTask { try await StatusAfterScan(context).changed(from: isUnknown) }
                        defer { group.cancelAll() }
                        try await group.next()
                    }
                })
            switch action {
            case nil: cards = news.value ?? cards
            case .card(let card):
                try await ShowCardDetails(context).run(card)
            case .activity(let number):
                try await ShowActivity(context).run(number)
            case .activities:
                return .showActivities(from: .dashboard)
            case .biometrics:
                return .changeBiometricUnlock(.dashboard)
            case .share:
                if try await context.ui.show(ChooseHow()) == .scan { return .scanCode(from: .dashboard) }
            case .practise:
                try await PractisePIN(context).run()
            case .more:
                limit += Dashboard.portion
            case .menu:
                return .showAppMenu(.menu)
            case .about:
                try await GetAppInformation(context).run()
            case .help:
                try await context.showHelp(on: "UC7.1")
            }
        }
    }

    /// Returns the cards that the core has published, or waits until it has opened them. Below the lock the dashboard replaces the screen
    /// before it at once, because reading its parts may wait for the unlock.
    private func firstCards() async throws -> [CardSummary] {
        if !context.supervision.cover.isUp, case .shown(let cards) = context.supervision.cards.value { return cards }
        return try await context.ui.show(Dashboard(cards: nil), during: { try await context.supervision.cards(otherThan: nil) })
    }
}
