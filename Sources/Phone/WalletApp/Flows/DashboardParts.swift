// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// Reads the parts of the dashboard beyond the list of cards: the holders on the drawn cards, and the next steps (extra/10).
///
/// The dashboard does not depend on them: a part that cannot be read is left out. Only drawn cards are opened. Each is opened once, because
/// a card's claims never change.
struct DashboardParts {
    /// The time for which a renewed card is pointed out, in seconds of the phone's clock: a week.
    static let newness: TimeInterval = 7 * 86_400

    private let context: FlowContext
    /// The holders that were read; nil for a card that names none.
    private var known: [CardID: CardHolder?] = [:]

    init(_ context: FlowContext) {
        self.context = context
    }

    /// Returns the holders of the cards that name one.
    ///
    /// - Parameter cards: the drawn cards.
    /// - Throws: `CancellationError`.
    mutating func holders(of cards: ArraySlice<CardSummary>) async throws -> [CardID: CardHolder] {
        var holders: [CardID: CardHolder] = [:]
        for card in cards where card.status != .corrupted {
            if known[card.id] == nil, let details = try await read({ try await $0.cardDetails(card.id) }) {
                known[card.id] = .some(details.flatMap { CardHolder($0.claims) })
            }
            if case let holder?? = known[card.id] { holders[card.id] = holder }
        }
        return holders
    }

    /// Returns the next steps; none without a card.
    ///
    /// - Throws: `CancellationError`.
    func steps(for cards: [CardSummary]) async throws -> NextSteps {
        guard !cards.isEmpty else { return NextSteps() }
        let renewed = cards.renewed(after: context.now().addingTimeInterval(-Self.newness))
        return NextSteps(unlocking: try await unlocking(), lastEvents: try await lastEvents(), renewed: renewed)
    }

    private func unlocking() async throws -> NextSteps.Unlocking? {
        do {
            if try await context.wallet.isBiometricUnlockEnabled() { return offersPractice ? .practise : nil }
            guard case .available(let kind) = try await context.wallet.biometricAvailability() else { return nil }
            return .enable(kind)
        } catch is WalletCoreError {
            return nil
        }
    }

    /// False if the wallet's provider has switched the practice off for all wallets.
    private var offersPractice: Bool { context.supervision.configuration.value?.document.features.pinPractice != false }

    /// The newest events of the wallet, also if they are not about a card: a change by a stranger is seen at once.
    private func lastEvents() async throws -> [WalletEvent] {
        try await read { try await $0.events(of: nil, before: nil, limit: Dashboard.lastEvents) }?.readable ?? []
    }

    /// Makes a call at once if the wallet is unlocked, also below a lock that is about to be lowered: the dashboard is then complete when
    /// it is uncovered. Otherwise waits for the unlock.
    ///
    /// - Returns: nil if the call fails.
    private func read<Value: Sendable>(_ call: (any UnlockedWallet) async throws -> Value) async throws -> Value? {
        do {
            do {
                return try await call(context.core)
            } catch let error as WalletCoreError where error.code == .locked {
                return try await context.whenUnlocked { try await call($0) }
            }
        } catch is WalletCoreError {
            return nil
        }
    }
}
