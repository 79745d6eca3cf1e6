// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletInterface

/// The state that flows and supervisor share.
final class Supervision: Sendable {
    let binding = CoreBinding()
    let links = LinkDelivery()
    let judgements = Judgements()
    /// The lock over the app.
    let cover: LockCover
    /// True once UC1.2 has found that this phone, version and wallet may be used. Before, the app asks nothing about a link.
    let isOpened = ObservedValue(false)
    /// The app's presence in the foreground, as the operating system reports it.
    let presence = ObservedValue(Presence())
    /// The link by which the user returned from a login, until the flow that waits for it takes it.
    let loginReturn = ObservedValue<LoginLink?>(nil)
    /// The fetch of a request for data.
    let sharing = SharingRequests()
    /// The cards that the core publishes.
    let cards = ObservedValue(Cards.hidden)
    /// True while the wallet is open by a scan alone and its status is not known yet: the dashboard says so.
    let isStatusUnknown = ObservedValue(false)
    /// The newest configuration; nil before the app is bound to the core.
    let configuration = ObservedValue<AppConfiguration?>(nil)

    init(_ host: ScreenHost) {
        cover = LockCover(host)
    }

    /// Waits until the cards differ from those that were seen. A lock alone changes nothing: the cards seen stay below the lock.
    ///
    /// - Throws: `storeDamaged` if the cards cannot be read; `CancellationError`.
    func cards(otherThan seen: [CardSummary]?) async throws -> [CardSummary] {
        var now = cards.value
        while true {
            switch now {
            case .shown(let cards) where cards != seen: return cards
            case .unreadable: throw WalletCoreError(.storeDamaged, "the list of cards")
            case .shown, .hidden: now = try await cards.next(otherThan: now)
            }
        }
    }
}
