// SPDX-License-Identifier: EUPL-1.2

import DCQL
public import Foundation
public import JOSE
import OAuthMessages
import OpenID4VP

extension PresentationClient {
    /// Tolerance for the expiry of a request, in seconds: the same as when it was received.
    private static let leeway: Double = 60

    /// Takes what the person approved, at a step `decide`. From here on the bytes to be signed are fixed.
    ///
    /// Checks that the credential queries are answered that must be and no others, and that nothing is disclosed beyond their claims. That
    /// a copy matches its query is the caller's part, by `DCQLMatch`.
    ///
    /// - Parameters:
    ///   - presentations: 1 to ``maximumPresentations``.
    ///   - now: the current time, which becomes `iat` of key bindings.
    /// - Throws: ``PresentationFailure`` with `expired`, `unfitChoice` or `outOfOrder`.
    public mutating func approve(_ presentations: [ChosenPresentation], at now: Date) throws(PresentationFailure) {
        guard case .deciding(let received) = phase else { throw .outOfOrder }
        let request = received.request
        guard isAlive(request, at: now), let seconds = Int64(exactly: now.timeIntervalSince1970.rounded(.down)), seconds >= 0 else {
            throw end(.expired, address: ReplyAddress(responseURI: request.responseURI, state: request.state))
        }
        guard presentations.count <= Self.maximumPresentations, request.query.isAnswered(by: presentations.map(\.queryID)) else {
            throw .unfitChoice
        }
        var prepared: [PreparedPresentation] = []
        for presentation in presentations {
            prepared.append(try PreparedPresentation(presentation, for: request, issuedAt: seconds))
        }
        // All signatures have one size, so an answer that is too large is found before anything is signed.
        let blank = try Self.payload(for: request, prepared, signatures: prepared.map { _ in PreparedPresentation.blankSignature })
        guard
            let size = try? CompactJWE.size(sealing: blank.count, to: request.encryptionKey, with: request.encryptionMethod),
            AnswerForm.size(ofAnswer: size) <= AnswerForm.maximumBytes
        else { throw .unfitChoice }
        phase = .signing(received, prepared)
    }

    private func isAlive(_ request: PresentationRequest, at now: Date) -> Bool {
        guard now >= receivedAt, now.timeIntervalSince(receivedAt) <= Double(settings.maximumAge) else { return false }
        return request.expiresAt.map { now.timeIntervalSince1970 < Double($0) + Self.leeway } ?? true
    }

    /// Takes the signatures, at a step `sign`, and makes the answer. Nothing can be sent before each has been verified.
    ///
    /// - Parameters:
    ///   - signatures: r ‖ s, 64 bytes each, in the order of the signing inputs.
    ///   - holders: the keys that signed, in the same order; each must be the key in its copy.
    /// - Throws: ``PresentationFailure`` with `unfitSignature` or `outOfOrder`.
    public mutating func signed(_ signatures: [[UInt8]], holders: [JWK]) throws(PresentationFailure) {
        guard case .signing(let received, let prepared) = phase else { throw .outOfOrder }
        guard signatures.count == prepared.count, holders.count == prepared.count else { throw .unfitSignature }
        for (index, presentation) in prepared.enumerated() {
            guard presentation.isSigned(signatures[index], by: holders[index]) else { throw .unfitSignature }
        }
        phase = .sending(try Self.answer(to: received.request, prepared, signatures: signatures), .answer)
    }

    /// Makes the answer, encrypted to the key of the request. Its size was checked when it was approved.
    ///
    /// - Parameter signatures: one of 64 bytes for each presentation; not verified here.
    /// - Throws: ``PresentationFailure/unfitChoice`` if it cannot be encrypted.
    private static func answer(
        to request: PresentationRequest, _ prepared: [PreparedPresentation], signatures: [[UInt8]]
    ) throws(PresentationFailure) -> WalletRequest {
        let payload = try Self.payload(for: request, prepared, signatures: signatures)
        guard let jwe = try? CompactJWE.seal(payload, to: request.encryptionKey, with: request.encryptionMethod) else {
            throw .unfitChoice
        }
        return post(AnswerForm.answer(jwe), to: request.responseURI)
    }

    /// The payload of the answer, which is to be encrypted.
    ///
    /// - Parameter signatures: one of 64 bytes for each presentation; not verified here.
    /// - Throws: ``PresentationFailure/unfitChoice`` for presentations that no `vp_token` may have.
    private static func payload(
        for request: PresentationRequest, _ prepared: [PreparedPresentation], signatures: [[UInt8]]
    ) throws(PresentationFailure) -> [UInt8] {
        var presentations: [(queryID: String, text: String)] = []
        for (presentation, signature) in zip(prepared, signatures) {
            guard let text = try? presentation.presented(with: signature) else { throw .unfitChoice }
            presentations.append((presentation.queryID, text))
        }
        let entries = request.query.credentials.compactMap { query -> VPToken.Entry? in
            let texts = presentations.filter { $0.queryID.isExactly(query.id) }.map { $0.text }
            return texts.isEmpty ? nil : VPToken.Entry(id: query.id, texts: texts)
        }
        guard let token = try? VPToken(entries: entries, state: request.state) else { throw .unfitChoice }
        return token.encode()
    }

    /// A message to the verifier. Answers and errors have the same fields.
    static func post(_ form: FormParameters, to responseURI: HTTPSURL) -> WalletRequest {
        WalletRequest(
            isPost: true, url: responseURI, accept: "application/json", contentType: FormParameters.mediaType,
            body: Array(form.encoded.utf8), maximumAnswerBytes: maximumReplyBytes)
    }
}

extension DCQLQuery {
    /// True if presentations for these credential queries answer what must be answered, and nothing beyond it (OpenID4VP §6.4.2).
    fileprivate func isAnswered(by ids: [String]) -> Bool {
        guard !ids.isEmpty, DCQLMatch(self, in: []).meetsSets(Set(ids)) else { return false }
        return credentials.allSatisfy { query in
            ids.count(where: { $0.isExactly(query.id) }) <= (query.isMultiple ? VPToken.maximumTexts : 1)
        }
    }
}
