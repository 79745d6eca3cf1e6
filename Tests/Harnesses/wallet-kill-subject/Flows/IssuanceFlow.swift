// SPDX-License-Identifier: EUPL-1.2

import KillLink
import WalletCore
import WalletInterface

/// UC3.1 up to the preview: the session continues or restarts, and no part of a card exists before acceptance.
struct IssuanceFlow: Flow {
    let name = "issuance"

    func prepare(_ user: User) async throws {
        _ = try await user.opened()
    }

    func run(_ user: User) async throws {
        let core = try await user.core()
        guard case .awaitingAuthentication(let url, _) = try await core.startIssuance(), let link = try await user.logIn(at: url) else {
            return
        }
        _ = try await core.continueIssuance(link)
    }

    func finish(_ user: User) async throws {
        let core = try await user.opened()
        // A later attempt finds the card that was accepted before.
        if user.isFirstToFinish {
            guard try await !core.hasPID(), try await core.events().isEmpty else { throw Stuck("a card that nobody has accepted") }
        }
        try await user.obtainCard()
    }
}

/// UC3.1 from the PIN on: a card exists completely or not at all, and the preview stays until then.
struct AcceptanceFlow: Flow {
    let name = "acceptance"

    func prepare(_ user: User) async throws {
        _ = try await user.opened()
        try await user.fetchPreview()
    }

    func run(_ user: User) async throws {
        let core = try await user.core()
        if case .issued = try await core.acceptIssuance(pin: user.pin(user.remembers)) { user.acknowledgeCard() }
    }

    func finish(_ user: User) async throws {
        let core = try await user.opened()
        let isThere = try await core.hasPID()
        let wasStored = user.assignment.killedAt.map { $0.hasPrefix("after write") && $0.contains("card_entry") } ?? false
        if user.hasAcknowledgedCard || wasStored, !isThere { throw Stuck("a card that was there is lost") }
        try await user.obtainCard()
    }
}

extension User {
    /// Brings the session to its preview from any state; a session that cannot continue is restarted, at most twice.
    func fetchPreview() async throws {
        let core = try await core()
        for _ in 1...3 {
            do {
                switch try await core.issuanceState() {
                case .preview: return
                case .retrieving: _ = try await core.resumeIssuance()
                case .awaitingAuthentication(let url, _):
                    // A used address leads nowhere; then the user starts again.
                    guard let link = try await logIn(at: url) else {
                        try await core.cancelIssuance()
                        continue
                    }
                    _ = try await core.continueIssuance(link)
                case .none: _ = try await core.startIssuance()
                }
            } catch let error as WalletCoreError {
                guard case .issuance = error.code else { throw error }
            }
        }
        for _ in 1...2 {
            if case .awaitingAuthentication(let url, _) = try await core.startIssuance(), let link = try await logIn(at: url) {
                _ = try await core.continueIssuance(link)
                return
            }
        }
        throw Stuck("no preview can be had")
    }

    /// Obtains a card if the wallet has no card, and checks that it is complete: one card, one event, and its contents.
    func obtainCard() async throws {
        let core = try await opened()
        for _ in 1...3 where try await !core.hasPID() {
            try await fetchPreview()
            do {
                _ = try await core.acceptIssuance(pin: pin(remembers))
            } catch let error as WalletCoreError {
                guard case .issuance = error.code else { throw error }
            }
        }
        guard try await core.hasPID() else { throw Stuck("no card can be had") }
        let events = try await core.events()
        guard events.map(\.kind) == [.issued] else { throw Stuck("one card and \(events.count) events") }
        guard let card = events[0].card, try await core.cardDetails(card.id)?.claims.isEmpty == false else {
            throw Stuck("a card without claims")
        }
        guard try await core.issuanceState() == .none else { throw Stuck("a session that its card has not ended") }
    }
}
