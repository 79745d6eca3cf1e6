// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VP
import OpenID4VPWallet
import StatusList
import WalletConfiguration
import WalletInterface

/// The session with a verifier before there is an answer. It lives in memory only, and survives a lock.
struct LiveSharing: Sendable {
    /// A request that was received.
    enum Judged: Sendable {
        /// It can be answered, at a step `decide`.
        case request(PresentationClient, ReceivedRequest)
        /// It breaks a rule; without a client, its link does.
        case refused(PresentationClient?, RequestRefusal)
    }

    /// The state that was last shown to the person.
    struct Shown: Sendable {
        let id: SharingOffer.ID
        let basis: OfferBasis
    }

    /// Distinguishes the sessions of this process.
    let number: Int
    let link: UniversalLink
    let arrival: SessionType
    /// The settings by which it was judged.
    let settings: SharingSettings
    /// The true time of receipt.
    let receivedAt: Date
    /// The random bytes of `wallet_nonce`.
    let random: [UInt8]
    /// The verifier's answer with the request; nil if nothing was fetched.
    let answer: VerifierAnswer?
    /// The status of the registration certificate; nil if it has none or its list was not available.
    let status: TokenStatus?
    let judged: Judged
    var shown: Shown?
    /// The state as the person was told it last; nil before a state was shown.
    var told: ToldSharing?

    /// The request's tolerance for its end, in seconds, as when it was received.
    private static let leeway: TimeInterval = 60

    /// The last true time for an approval.
    var deadline: Date {
        let own = receivedAt.addingTimeInterval(TimeInterval(settings.approvalSeconds))
        guard case .request(_, let received) = judged, let end = received.request.expiresAt else { return own }
        return min(own, Date(timeIntervalSince1970: TimeInterval(end) + Self.leeway))
    }

    /// False after the deadline, and if the clock was set back.
    func isAlive(at now: Date) -> Bool { now >= receivedAt && now <= deadline }
}
