// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OAuthMessages
public import OpenID4VP
import RelyingPartyRegistration
public import StatusList

/// A wallet's side of one presentation (OpenID4VP 1.0, HAIP 1.0 §5), from a link to the verifier's reply.
///
/// A state machine without access to network, clock or keys. ``step`` is the next step; each function takes the result of that step. A
/// function called out of order throws `outOfOrder` and changes nothing. The value lives in memory only and is not stored.
public struct PresentationClient: Sendable {
    /// Maximum size of a verifier's reply in bytes.
    public static let maximumReplyBytes = 64 * 1024
    /// Maximum number of presentations in one answer, over all credential queries: as many as the wallet's provider signs in one
    /// instruction.
    public static let maximumPresentations = 64

    /// The next step.
    @nonexhaustive public enum Step: Sendable, Hashable {
        /// Send the request and pass the answer to ``PresentationClient/receiveRequest(_:at:)``.
        case fetch(WalletRequest)
        /// Fetch and verify the status list of the registration certificate, and pass the entry to
        /// ``PresentationClient/receiveStatus(_:)``.
        case fetchStatus(StatusListReference)
        /// Ask the person, and call ``PresentationClient/approve(_:at:)`` or ``PresentationClient/decline(_:)``.
        case decide(ReceivedRequest)
        /// Sign each input with ES256 by the key of its copy, in this order.
        case sign([[UInt8]])
        /// Send the request, and pass the reply to ``PresentationClient/receiveReply(_:)`` or call ``PresentationClient/noteLost()``.
        case send(WalletRequest)
        /// No step remains, except ``PresentationClient/resend()`` after `mayHaveArrived`.
        case finished(Ending)
        /// No step remains, except ``PresentationClient/decline(_:)``, which tells a known verifier.
        case failed(PresentationFailure)
    }

    /// The verifier, once its certificate and signature have been verified, also if the request is then refused; nil before.
    public internal(set) var verifier: VerifierIdentity?

    let link: PresentationLink
    let session: SessionType
    let settings: WalletSettings
    /// `wallet_nonce`; nil if the request is fetched by GET.
    let walletNonce: String?
    /// When the request was received; the distant past before.
    var receivedAt = Date.distantPast
    var phase: Phase

    enum Phase: Sendable {
        case fetching
        case awaitingStatus(StatusWait)
        case deciding(ReceivedRequest)
        case signing(ReceivedRequest, [PreparedPresentation])
        case sending(WalletRequest, Message)
        case lost(WalletRequest)
        case finished(Ending)
        /// With the address of a known verifier.
        case failed(PresentationFailure, ReplyAddress?)
    }

    /// The kinds of messages to `response_uri`.
    enum Message: Sendable {
        case answer
        case decline
    }

    /// Where a message is posted, and the `state` that goes with it.
    struct ReplyAddress: Sendable {
        let responseURI: HTTPSURL
        let state: String?
    }

    /// A request whose registration certificate has a status that is not known yet.
    struct StatusWait: Sendable {
        let received: ReceivedRequest
        let reference: StatusListReference
        let certificate: RegistrationCertificate
        let check: RegistrationCheck
    }

    /// A session for a link. If the link declares another session type, the step is `failed` with `wrongSession`.
    ///
    /// - Parameters:
    ///   - arrivedBy: `sameDevice` for a link that the system handed over, `crossDevice` for one that was scanned.
    ///   - random: returns `count` cryptographically secure random bytes.
    public init(link: PresentationLink, arrivedBy: SessionType, settings: WalletSettings, random: (_ count: Int) -> [UInt8]) {
        self.link = link
        session = arrivedBy
        self.settings = settings
        walletNonce = link.isPost ? Base64URL.encode(random(32)) : nil
        phase = (link.declaredSession ?? arrivedBy) == arrivedBy ? .fetching : .failed(.wrongSession, nil)
    }

    /// The next step.
    public var step: Step {
        switch phase {
        case .fetching: .fetch(fetchRequest)
        case .awaitingStatus(let wait): .fetchStatus(wait.reference)
        case .deciding(let received): .decide(received)
        case .signing(_, let prepared): .sign(prepared.map(\.signingInput))
        case .sending(let request, _): .send(request)
        case .lost: .finished(.mayHaveArrived)
        case .finished(let ending): .finished(ending)
        case .failed(let failure, _): .failed(failure)
        }
    }

    /// The request for the request object (OpenID4VP §5.10). It tells nothing about the wallet: no `wallet_metadata`.
    private var fetchRequest: WalletRequest {
        let form = walletNonce.map { FormParameters([("wallet_nonce", $0)]) }
        return WalletRequest(
            isPost: link.isPost, url: link.requestURI, accept: SignedRequest.mediaType,
            contentType: form == nil ? nil : FormParameters.mediaType, body: form.map { Array($0.encoded.utf8) } ?? [],
            maximumAnswerBytes: SignedRequest.maximumBytes)
    }

    /// Ends the session and returns the failure for throwing.
    mutating func end(_ failure: PresentationFailure, address: ReplyAddress? = nil) -> PresentationFailure {
        phase = .failed(failure, address)
        return failure
    }
}
