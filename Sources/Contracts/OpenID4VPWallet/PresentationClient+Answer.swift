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
    /// Checks that nothing is disclosed that is not asked for, and not that everything is: the caller has chosen by `DCQLMatch`.
    ///
    /// - Parameters:
    ///   - presentations: at least one.
    ///   - now: the current time, which becomes `iat` of key bindings.
    /// - Throws: ``PresentationFailure`` with `expired`, `unfitChoice` or `outOfOrder`.
    public mutating func approve(_ presentations: [ChosenPresentation], at now: Date) throws(PresentationFailure) {
        guard case .deciding(let received) = phase else { throw .outOfOrder }
        let request = received.request
        guard isAlive(request, at: now), let seconds = Int64(exactly: now.timeIntervalSince1970.rounded(.down)), seconds >= 0 else {
            throw end(.expired, address: ReplyAddress(responseURI: request.responseURI, state: request.state))
        }
        var prepared: [PreparedPresentation] = []
        for presentation in presentations {
            prepared.append(try PreparedPresentation(presentation, for: request, issuedAt: seconds))
        }
        let areFew = request.query.credentials.allSatisfy { query in
            prepared.count(where: { $0.queryID.isExactly(query.id) }) <= (query.isMultiple ? VPToken.maximumTexts : 1)
        }
        guard !prepared.isEmpty, areFew else { throw .unfitChoice }
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
    /// - Throws: ``PresentationFailure`` with `unfitSignature`, `unfitChoice` if the answer is too large, or `outOfOrder`.
    public mutating func signed(_ signatures: [[UInt8]], holders: [JWK]) throws(PresentationFailure) {
        guard case .signing(let received, let prepared) = phase else { throw .outOfOrder }
        guard signatures.count == prepared.count, holders.count == prepared.count else { throw .unfitSignature }
        var presentations: [(queryID: String, text: String)] = []
        for (index, presentation) in prepared.enumerated() {
            presentations.append((presentation.queryID, try presentation.signed(with: signatures[index], by: holders[index])))
        }
        let request = received.request
        let entries = request.query.credentials.compactMap { query -> VPToken.Entry? in
            let texts = presentations.filter { $0.queryID.isExactly(query.id) }.map { $0.text }
            return texts.isEmpty ? nil : VPToken.Entry(id: query.id, texts: texts)
        }
        guard let token = try? VPToken(entries: entries, state: request.state),
            let jwe = try? CompactJWE.seal(token.encode(), to: request.encryptionKey, with: request.encryptionMethod)
        else { throw .unfitChoice }
        let message = Self.post(AnswerForm.answer(jwe), to: request.responseURI)
        guard message.body.count <= AnswerForm.maximumBytes else { throw .unfitChoice }
        phase = .sending(message, .answer)
    }

    /// A message to the verifier. Answers and errors have the same fields.
    static func post(_ form: FormParameters, to responseURI: HTTPSURL) -> WalletRequest {
        WalletRequest(
            isPost: true, url: responseURI, accept: "application/json", contentType: FormParameters.mediaType,
            body: Array(form.encoded.utf8), maximumAnswerBytes: maximumReplyBytes)
    }
}
