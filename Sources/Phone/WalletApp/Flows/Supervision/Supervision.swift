// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import Synchronization
import WalletConfiguration
import WalletInterface

/// The state shared by the supervisor and the flows.
final class Supervision: Sendable {
    /// The binding of the app to the core. A missing binding precedes everything else (`UseCase.init(first:)`).
    let binding = ObservedValue(Binding.due)
    /// The number of bindings so far.
    let bindings = ObservedValue(0)
    /// True if the core's streams are followed.
    let isFollowed = ObservedValue(false)
    /// The progress of setting up streams for the newest binding.
    let observing = ObservedValue(Observing())
    /// True if everything running must end: the app must bind again, another user interface has the core, this version is blocked, the wallet was
    /// revoked, or the update policy has expired. It stays true until everything has ended.
    let abort = ObservedValue(false)
    /// The use case that runs, or is suspended under the lock.
    let running = ObservedValue(UseCase.openTheApp)
    /// The number of resumes of the app.
    let resumes = ObservedValue(0)
    /// True after UC1.2 has accepted this phone, version and wallet. Links are handled only then.
    let isOpened = ObservedValue(false)
    /// The number of occasions to pass links to the core: a link was opened, or an obstacle may be gone.
    let linkTries = ObservedValue(0)
    /// The number of the last completed occasion.
    let linksTried = ObservedValue(0)
    /// The error with which the core refused the oldest link, which stays queued; nil after a success, and once the error is shown.
    let linkTrouble = ObservedValue<WalletCoreError?>(nil)
    /// True if the pending link must be handled (PF2.7), because a link or the app has arrived.
    let linkCall = ObservedValue(false)
    /// The number of links that arrived; each changes the lock screen.
    let linkArrivals = ObservedValue(0)
    /// The link that returned from a login, until the waiting flow takes it.
    let loginReturn = ObservedValue<LoginLink?>(nil)
    let cover: LockCover
    /// The time at which the wallet locks for inactivity; nil while the user is active.
    let warning = ObservedValue<Date?>(nil)
    /// The visible cards.
    let cards = ObservedValue(Cards.hidden)
    /// The newest configuration; nil before the app is bound to the core.
    let configuration = ObservedValue<ConfigurationDocument?>(nil)
    /// The configuration's version, for the help desk.
    let configurationVersion = ObservedValue<Int64?>(nil)
    /// The last judgements of PF1.4 and PF2.10: a repeated report from the core is not news.
    let standing = ObservedValue(Standing())
    /// The update policy's verdicts published by the core.
    let toldVerdict = ObservedValue(PublishedVerdict())

    /// The progress of setting up the core's streams.
    struct Observing: Sendable, Equatable {
        /// The number of streams.
        static let all = 5
        /// The number of the binding.
        var binding = 0
        var streams = 0
    }

    /// A published verdict.
    struct PublishedVerdict: Sendable, Equatable {
        /// The number of published verdicts.
        var number = 0
        /// The newest verdict; nil before the first.
        var verdict: UpdateVerdict?
    }

    /// The judgements on this version and this wallet.
    struct Standing: Sendable, Equatable {
        /// The verdict that PF1.4 used.
        var verdict: UpdateVerdict?
        /// The status that PF2.10 used.
        var status: WalletStatus?
        /// The last update notice shown in this process.
        var told: UpdateVerdict?
    }

    init(_ host: ScreenHost) {
        cover = LockCover(host)
    }

    /// Waits until the visible cards differ from those seen. A lock alone is no change, because the cards seen are below it.
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
