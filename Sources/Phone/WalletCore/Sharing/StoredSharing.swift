// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import WalletInterface

/// An answer to a verifier, stored before its first byte is sent and removed when its event is settled (UC5.1/1.7, 14). Nothing of a session
/// is stored before there is an answer.
struct StoredSharing: Codable, Sendable, Equatable {
    /// The number of the event. The row of the event is written when the outcome is known; until then `waitingEvent` stands for it.
    let number: Int64
    /// The event of an answer that may have arrived.
    let event: StoredEvent
    /// `response_uri`.
    let url: String
    /// The field `Accept`.
    let accept: String
    /// The field `Content-Type`.
    let contentType: String
    /// The encrypted answer: the same bytes for every attempt.
    let body: Data
    /// True for a link opened on this phone; false for a scanned one.
    let isSameDevice: Bool
    /// The true time until which the answer can be sent again.
    let until: Date
    /// False if no byte has left the phone for certain.
    var mayHaveArrived: Bool
    /// False if the history was switched off when the answer was made: its event is then not kept. Nil otherwise.
    var isKept: Bool?

    private enum CodingKeys: String, CodingKey {
        case number, event, url, accept, contentType, body, isSameDevice, until, mayHaveArrived, isKept
    }

    var session: SessionType { isSameDevice ? .sameDevice : .crossDevice }

    /// The message to send; nil if the stored address cannot be read.
    var request: WalletRequest? {
        HTTPSURL(url).map {
            WalletRequest(
                isPost: true, url: $0, accept: accept, contentType: contentType, body: Array(body),
                maximumAnswerBytes: PresentationClient.maximumReplyBytes)
        }
    }

    /// True until the time for sending is over. A time before the answer was made does not count, so that a clock that was set back
    /// keeps no session alive.
    func canResend(at now: Date) -> Bool { now < until && now.timeIntervalSince(event.date) > -2 * TrueTime.tolerance }

    /// The outcome if the answer is left as it is now.
    var outcome: SharingEvent.Outcome { mayHaveArrived ? .mayHaveArrived : .notSent }

    /// The event, as it would be settled now.
    var waitingEvent: StoredEvent { event(outcome) }

    /// The event with an outcome.
    ///
    /// - Parameter refusal: why the organization's address is not followed; nil if it is, or if it gave none.
    func event(_ outcome: SharingEvent.Outcome, _ refusal: RedirectRefusal? = nil) -> StoredEvent {
        var event = event
        event.sharing?.outcome = outcome.rawValue
        event.sharing?.refusedAddress = refusal?.rawValue
        return event
    }

    /// The links of the row in place of an event that is not kept.
    var linksOfErased: [StoredEvent.Link] { event.links ?? [] }

    /// The answer as it is shown.
    func shown(canResend: Bool) -> SentSharing {
        SentSharing(
            organizationName: event.sharing?.organization ?? "", isLogin: event.sharing?.isLogin ?? false,
            arrival: isSameDevice ? .sameDevice : .crossDevice, mayHaveArrived: mayHaveArrived, canResend: canResend,
            event: number)
    }
}

extension StoreKey where Value == StoredSharing {
    /// Present while an answer is not known to be received.
    static var sharing: Self { Self(.pending, "sharing") }
}
