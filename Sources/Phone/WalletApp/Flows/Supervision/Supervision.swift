// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import WalletConfiguration
import WalletInterface

/// What the supervisor and the flows tell each other.
final class Supervision: Sendable {
    /// How the app and the core are bound. What has to be done about it goes before everything else (`UseCase.init(first:)`).
    let binding = Watched(Binding.due)
    /// How often the app was bound to the core.
    let bindings = Watched(0)
    /// Whether somebody follows the core's streams.
    let isFollowed = Watched(false)
    /// How far that is for the newest binding.
    let observing = Watched(Observing())
    /// Whether everything that runs is to end: the app is to be bound anew, another one has the core, this version is blocked, the wallet was
    /// revoked, the update policy has expired. Kept until it has ended.
    let abort = Watched(false)
    /// The use case that runs, or is suspended under the lock.
    let running = Watched(UseCase.openTheApp)
    /// Raised each time that the app is on the glass again.
    let resumes = Watched(0)
    /// Whether UC1.2 has found that this phone, version and wallet may be used; before, nothing is asked about a link.
    let isOpened = Watched(false)
    /// Raised each time that there may be links that the core can be given now: one was touched, or what stood in the way may be gone.
    let linkTries = Watched(0)
    /// Up to which of them that was done.
    let linksTried = Watched(0)
    /// Why the core could not take the oldest of them, which waits where it was; nil when it could, and once that is shown.
    let linkTrouble = Watched<WalletCoreError?>(nil)
    /// A link came, or the app did: the link that waits is to be looked at (PF2.7).
    let linkCall = Watched(false)
    /// Raised with each link that came: the lock shows another one then.
    let linkArrivals = Watched(0)
    /// The link by which the person came back from a login, until the flow that waits for it takes it.
    let loginReturn = Watched<LoginLink?>(nil)
    /// The lock over the app.
    let cover: LockCover
    /// When the wallet locks because nobody does anything; nil while somebody does.
    let warning = Watched<Date?>(nil)
    /// What may be seen of the cards now.
    let cards = Watched(Cards.hidden)
    /// The newest configuration; nil before the app is bound to the core.
    let configuration = Watched<ConfigurationDocument?>(nil)
    /// Its version, for the help desk.
    let configurationVersion = Watched<Int64?>(nil)
    /// What PF1.4 and PF2.10 have judged last: what the core tells again is not news.
    let standing = Watched(Standing())
    /// What the core has told of the update policy by itself.
    let toldVerdict = Watched(PublishedVerdict())

    /// How many of the core's streams are set up.
    struct Observing: Sendable, Equatable {
        /// How many there are.
        static let all = 5
        /// For which binding.
        var binding = 0
        var streams = 0
    }

    /// A verdict that was told.
    struct PublishedVerdict: Sendable, Equatable {
        /// Raised with each.
        var number = 0
        /// The newest; nil before the first.
        var verdict: UpdateVerdict?
    }

    /// Whether this version and this wallet may be used.
    struct Standing: Sendable, Equatable {
        /// What PF1.4 went by.
        var verdict: UpdateVerdict?
        /// What PF2.10 went by.
        var status: WalletStatus?
        /// The last update notice that was shown in this process.
        var told: UpdateVerdict?
    }

    init(_ host: ScreenHost) {
        cover = LockCover(host)
    }

    /// Waits until there are other cards to see than those that were seen. A lock alone is no news: what is seen then lies under it.
    ///
    /// - Throws: `storeDamaged` when they cannot be read; `CancellationError`.
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
