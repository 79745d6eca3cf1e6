// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import WalletConfiguration
import WalletInterface

/// The newest judgements of PF1.4 and PF2.10 on this version and this wallet. A verdict or status that the core publishes ends the running
/// flows only if it differs from the newest judgement.
final class Judgements: Sendable {
    /// The results that the flows continued with.
    struct Made: Sendable, Equatable {
        /// The result of PF1.4; nil before it has judged.
        var verdict: UpdateVerdict?
        /// The result of PF2.10; nil before it has judged.
        var status: WalletStatus?
        /// The last update notice shown in this process.
        var notice: UpdateVerdict?
    }

    /// The newest verdict that the core published without a request.
    struct PublishedVerdict: Sendable, Equatable {
        var number = 0
        /// The verdict; nil before the first verdict.
        var verdict: UpdateVerdict?
    }

    let made = ObservedValue(Made())
    let published = ObservedValue(PublishedVerdict())

    /// Records a verdict that the core published.
    func note(_ verdict: UpdateVerdict) {
        published.change { published in
            published.number += 1
            published.verdict = verdict
        }
    }

    /// Forgets both results: UC1.2 judges again, and nothing published before counts.
    func reset() { made.change { ($0.verdict, $0.status) = (nil, nil) } }
}
