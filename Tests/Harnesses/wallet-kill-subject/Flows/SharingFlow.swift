// SPDX-License-Identifier: EUPL-1.2

import KillLink
import WalletCore
import WalletInterface

/// UC5.1 from the link to the reply: no copy goes into two answers, no answer is without its event, and none differs from what was approved,
/// which the harness's verifier checks. Afterwards the wallet can share again.
struct SharingFlow: Flow {
    let name = "sharing"

    func prepare(_ user: User) async throws {
        try await user.obtainCard()
    }

    func run(_ user: User) async throws {
        _ = try await user.share()
    }

    func finish(_ user: User) async throws {
        try await user.endSharing()
        // A wallet has four copies in each format; at most one is spent before, and one by each of at most three attempts to finish.
        guard case .delivered = try await user.share() else { throw Stuck("the wallet cannot share again") }
        guard try await user.core().sharingState() == .none else { throw Stuck("a session that its answer has not ended") }
    }
}

extension User {
    /// Opens the link to a new request, approves what the wallet shows, and sends the answer. A PIN with an unknown outcome is entered again, as its screen
    /// asks.
    func share() async throws -> SharingOutcome {
        let core = try await opened()
        let text = try meetRequest()
        guard case .waits(let pending) = try await core.receive(link: text),
            case .resolves(let link) = try await core.takePendingLink(pending.ticket)
        else { throw Stuck("the link to a request is not taken") }
        guard case .offered(let offer) = try await core.startSharing(link, arrivedBy: .sameDevice) else {
            throw Stuck("the wallet cannot answer a request")
        }
        let approval = SharingApproval(of: offer, choice: offer.standardChoice)
        noteApproval(of: text, values: offer.standardTexts)
        var check = try await core.approveSharing(approval, pin: pin(remembers))
        if check == .outcomeUnknown { check = try await core.approveSharing(approval, pin: pin(remembers)) }
        guard check == .valid else { throw Stuck("the provider refuses the PIN") }
        return try await core.sendSharing()
    }

    /// Ends a session in any state: an answer that was made is sent again while it can be, and left after that; anything else is stopped.
    func endSharing() async throws {
        let core = try await opened()
        for _ in 1...4 {
            switch try await core.sharingState() {
            case .none: return
            case .answered(let sent) where sent.canResend: _ = try await core.sendSharing()
            case .answered, .offered, .missing, .refused: _ = try await core.stopSharing()
            }
        }
        guard try await core.sharingState() == .none else { throw Stuck("a session of sharing does not end") }
    }
}

extension SharingOffer {
    /// The texts that the standard choice shares, sorted, by part.
    fileprivate var standardTexts: [[String]] {
        parts.map { part in
            let chosen = standardChoice.cards[part.id] ?? []
            let claims = part.cards.filter { chosen.contains($0.summary.id) }.flatMap(\.claims)
            return claims.map { shared -> String in
                if case .text(let text) = shared.claim.value { text } else { "a value that is no text" }
            }.sorted()
        }
    }
}
