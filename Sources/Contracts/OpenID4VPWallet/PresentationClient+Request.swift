// SPDX-License-Identifier: EUPL-1.2

import Crypto
public import Foundation
import OAuthMessages
public import OpenID4VP
import RelyingPartyRegistration
public import StatusList

extension PresentationClient {
    /// Processes the answer of `request_uri`, at a step `fetch`.
    ///
    /// - Parameters:
    ///   - answer: the answer, without following redirects.
    ///   - now: the time at which certificates and request must be valid.
    /// - Throws: ``PresentationFailure`` with `refused`, `sessionOver`, `unavailable` or `outOfOrder`.
    public mutating func receiveRequest(_ answer: VerifierAnswer, at now: Date) async throws(PresentationFailure) {
        guard case .fetching = phase else { throw .outOfOrder }
        switch answer.status {
        // 409: the session has ended, or another wallet has the request.
        case 404, 409, 410: throw end(.sessionOver)
        case 429, 500...599: throw .unavailable(status: answer.status)
        default: break
        }
        let signed: SignedRequest
        let authentic: AuthenticRequest
        do throws(RequestRefusal) {
            signed = try SignedRequest(answer)
            authentic = try await signed.authenticated(roots: settings.accessRoots, clientID: link.clientID, at: now)
        } catch {
            throw end(.refused(error))
        }
        verifier = authentic.identity
        let request: PresentationRequest
        do throws(RequestRefusal) {
            // In range: no certificate is valid at a time that is not.
            let seconds = Int64(now.timeIntervalSince1970.rounded(.down))
            request = try authentic.request(walletNonce: walletNonce, now: seconds)
        } catch {
            throw end(.refused(error), address: authentic.replyAddress.map { ReplyAddress(responseURI: $0.responseURI, state: $0.state) })
        }
        receivedAt = now
        await takeRegistration(of: request, authentic.identity, hash: Array(SHA256.hash(data: Array(signed.text.utf8))))
    }

    /// Checks the registration, as far as possible without its status list.
    private mutating func takeRegistration(of request: PresentationRequest, _ identity: VerifierIdentity, hash: [UInt8]) async {
        let host = request.responseURI.host.lowercased()
        let session = self.session
        func make(_ registration: RegistrationVerdict) -> ReceivedRequest {
            ReceivedRequest(
                request: request, identity: identity, registration: registration, session: session,
                websiteHost: identity.vouches(for: host) ? host : nil, requestHash: hash)
        }
        // One for single credentials says nothing about the request as a whole.
        let attachments = request.attachments.filter {
            $0.format.isExactly(RegistrationCertificate.attachmentFormat) && $0.credentialIDs == nil
        }
        let check = RegistrationCheck(roots: settings.registrarRoots, at: receivedAt)
        switch await check.read(attachments.map(\.data)) {
        case .success(let certificate):
            // Without its status, a certificate that has one counts as unverifiable.
            let received = make(
                check.verdict(certificate, status: nil, identifier: identity.identifier, query: request.query))
            if let reference = certificate.status {
                phase = .awaitingStatus(
                    StatusWait(received: received, reference: reference, certificate: certificate, check: check))
            } else {
                phase = .deciding(received)
            }
        case .failure(let fault): phase = .deciding(make(.unverifiable(fault, nil)))
        }
    }

    /// Takes the status of the registration certificate, at a step `fetchStatus`.
    ///
    /// - Parameter status: the verified entry; nil if the list is not available or cannot be verified.
    /// - Throws: ``PresentationFailure`` with `outOfOrder`.
    public mutating func receiveStatus(_ status: TokenStatus?) throws(PresentationFailure) {
        guard case .awaitingStatus(let wait) = phase else { throw .outOfOrder }
        let received = wait.received
        let verdict = wait.check.verdict(
            wait.certificate, status: status, identifier: received.identity.identifier, query: received.request.query)
        phase = .deciding(
            ReceivedRequest(
                request: received.request, identity: received.identity, registration: verdict, session: received.session,
                websiteHost: received.websiteHost, requestHash: received.requestHash))
    }
}
