// SPDX-License-Identifier: EUPL-1.2

import WalletCore
import WalletInterface

/// PF2.7: the phone opens a link. After the phone's call has returned, no kill loses the link, and the wallet gets it once.
struct LinkFlow: Flow {
    let name = "link"

    private static let link = "https://wallet.test/share?client_id=example"

    func prepare(_ user: User) async throws {
        _ = try await user.opened()
    }

    func run(_ user: User) async throws {
        user.open(Self.link)
        try await user.passLinks()
    }

    func finish(_ user: User) async throws {
        let core = try await user.core()
        try await user.passLinks()
        var pending = try await core.pendingLink()
        if pending == nil {
            guard !user.hasOpenedLink else { throw Stuck("an opened link is lost") }
            // The phone's call did not return, or the link has expired: the user opens it again.
            user.open(Self.link)
            try await user.passLinks()
            pending = try await core.pendingLink()
        }
        guard let pending else { throw Stuck("an opened link does not wait") }
        user.noteSeenLink()
        try await core.discardPendingLink(pending.ticket)
        guard try await core.pendingLink() == nil, !user.keepsLinks else { throw Stuck("a link is there twice") }
    }
}
