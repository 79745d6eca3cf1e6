// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

/// UC7.2 Show card details. The caller continues afterwards where it was.
struct ShowCardDetails {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// Shows a card until the user goes back or the card no longer exists.
    ///
    /// - Throws: `GoTo` UC3.1 when the user gets the card again.
    func run(_ card: CardID) async throws {
        while let action = try await show(card, { CardOverview(card: $0) }) {
            switch action {
            case .details:
                try await inspect(card)
            case .activities:
                try await ShowCardActivities(context).run(card)
            case .issuer:
                try await inspectIssuer(of: card)
            case .help:
                try await context.showHelp(on: "UC7.2")
            case .back:
                return
            case .again:
                throw GoTo(.obtainPID)
            }
        }
    }

    /// Shows the card's data until the user goes back (scenario 2).
    private func inspect(_ card: CardID) async throws {
        while let action = try await show(card, { CardData(card: $0) }) {
            switch action {
            case .incorrect:
                guard let issuer = try await context.whenUnlocked({ try await $0.cardDetails(card) })?.summary.issuerName else { return }
                _ = try await context.ui.show(DetailsIncorrect(issuer: issuer))
            case .help:
                try await context.showHelp(on: "UC7.2")
            case .back:
                return
            case .again:
                throw GoTo(.obtainPID)
            }
        }
    }

    /// Scenario 4.
    private func inspectIssuer(of card: CardID) async throws {
        while let action = try await show(card, { AboutIssuer(issuer: $0.issuer) }) {
            switch action {
            case .report:
                guard let issuer = try await context.whenUnlocked({ try await $0.cardDetails(card) })?.issuer else { return }
                try await ReportPages(context, .card).run(on: .card(card), about: .issuer(issuer))
            case .help:
                try await context.showHelp(on: "UC7.2")
            case .back:
                return
            }
        }
    }

    /// Shows a card, and redraws it whenever the cards change.
    ///
    /// - Returns: the user's choice; nil when the card no longer exists.
    private func show<S: Screen>(_ card: CardID, _ screen: (CardDetails) -> S) async throws -> S.Action? {
        while true {
            let seen: [CardSummary]? = if case .shown(let cards) = context.supervision.cards.value { cards } else { nil }
            guard let details = try await context.whenUnlocked({ try await $0.cardDetails(card) }) else { return nil }
            let action = try await context.ui.show(
                screen(details), orUntil: { [supervision = context.supervision] in _ = try await supervision.cards(otherThan: seen) })
            if let action { return action }
        }
    }
}
