// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC7.2 Show card details. The caller continues afterwards where it was.
struct ShowCardDetails {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// Shows a card until the user goes back or the card no longer exists.
    ///
    /// - Throws: `GoTo` UC3.1 when the user gets the card again; `GoTo` UC7.1 when the card was deleted.
    func run(_ card: CardID) async throws {
        while let action = try await context.show(card, { CardOverview(card: $0) }) {
            switch action {
            case .details:
                try await inspect(card)
            case .activities:
                try await ShowCardActivities(context).run(card)
            case .issuer:
                try await inspectIssuer(of: card)
            case .deletion:
                try await DeleteCard(context).run(card)
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
        while let action = try await context.show(card, { CardData(card: $0) }) {
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
        while let action = try await context.show(card, { AboutIssuer(issuer: $0.issuer) }) {
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
}
