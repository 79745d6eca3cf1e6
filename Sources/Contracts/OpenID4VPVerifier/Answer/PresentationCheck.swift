// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JOSE
import JSON
import MDoc
import OpenID4VP
import SDJWT

/// The check of one presentation against its credential query.
struct PresentationCheck {
    let verifier: AnswerVerifier
    let expected: ExpectedAnswer
    let query: CredentialQuery
    /// The presentation's place in the answer.
    let member: String
    /// True if the JWE has `apu`.
    let hasPartyInfo: Bool
    let now: Date

    /// Verifies a presentation.
    ///
    /// - Returns: the credential, and the bytes that its issuer signed.
    func credential(in text: String) async throws(AnswerRefusal) -> (credential: VerifiedCredential, signed: [UInt8]) {
        let presented: PresentedCredential
        // base64url has no tilde, and every SD-JWT has one.
        switch query.format {
        case .sdJWT:
            guard text.contains("~") else { throw refusal(.format) }
            presented = try await sdJWT(text)
        case .mdoc:
            guard let response = try? Base64URL.decode(text) else { throw refusal(.format) }
            presented = try await mdoc(response)
        case .other: throw refusal(.format)
        }
        let paths = try askedPaths(in: presented)
        return (presented.credential(answering: query.id, asked: paths), presented.signed)
    }

    func refusal(_ reason: AnswerRefusal.Reason, _ detail: String? = nil) -> AnswerRefusal {
        AnswerRefusal(reason, member: member, detail: detail)
    }

    private func sdJWT(_ text: String) async throws(AnswerRefusal) -> PresentedCredential {
        do throws(SDJWTRejection) {
            let token = try CompactSDJWT(parsing: text)
            // Without the demand a wallet may still prove possession, and then the proof must be right.
            let rule: KeyBindingRule =
                token.keyBinding == nil && !query.requiresHolderBinding
                ? .absent
                : .required(
                    KeyBindingExpectation(nonce: expected.nonce, audience: expected.clientID, maximumAge: verifier.maximumAge))
            let verified = try await verifier.sdJWT.verify(token, keyBinding: rule, at: now)
            return PresentedCredential(verified, of: token, parents: expected.types)
        } catch {
            throw refusal(AnswerRefusal.Reason(error.reason), error.reason.code)
        }
    }

    private func mdoc(_ bytes: [UInt8]) async throws(AnswerRefusal) -> PresentedCredential {
        let transcript = SessionTranscript.openID4VP(
            clientID: expected.clientID, nonce: expected.nonce, encryptionKey: expected.encryptionKey, responseURI: expected.responseURI)
        let response: DeviceResponse
        let verified: [VerifiedMDoc]
        do throws(MDocRejection) {
            response = try DeviceResponse(decoding: bytes)
            verified = try await verifier.mdoc.verify(response: bytes, for: transcript, at: now)
        } catch {
            let reason = AnswerRefusal.Reason(error.reason)
            throw refusal(reason == .transcript && hasPartyInfo ? .draftHandover : reason, error.reason.code)
        }
        guard let document = response.documents.first, let found = verified.first, verified.count == 1 else { throw refusal(.tooMany) }
        return PresentedCredential(found, of: document)
    }

    /// The paths of the query that the credential answers, without a claim beside them.
    private func askedPaths(in presented: PresentedCredential) throws(AnswerRefusal) -> [ClaimPath] {
        var reason = AnswerRefusal.Reason.claimMissing
        if let paths = paths(of: AskedForm(query: expected.query, arrays: []), in: presented, &reason) { return paths }
        // Another form asks for the same type and authority.
        guard reason == .claimMissing || reason == .claimUnasked, let arrays = presented.arrays else { throw refusal(reason) }
        for form in expected.query.furtherForms(of: query, isWhole: arrays.isWhole) {
            if let paths = paths(of: form, in: presented, &reason) { return paths }
        }
        throw refusal(reason)
    }

    /// - Parameter reason: becomes the reason if the form is not met; that it is met with a claim beside it is told first.
    private func paths(
        of form: AskedForm, in presented: PresentedCredential, _ reason: inout AnswerRefusal.Reason
    ) -> [ClaimPath]? {
        guard let match = DCQLMatch(form.query, in: [presented.queried]).queries.first(where: { $0.id == query.id }) else { return nil }
        guard let paths = match.candidates.first?.paths else {
            if reason != .claimUnasked, let cause = match.misses.first?.cause { reason = AnswerRefusal.Reason(cause) }
            return nil
        }
        let isAsked = presented.disclosed.allSatisfy { path in paths.contains { $0.isInLine(with: path) } }
        guard isAsked, !form.hasTooManyElements(presented.disclosed) else {
            reason = .claimUnasked
            return nil
        }
        return paths
    }
}

extension ClaimPath {
    /// True if this path of a query leads to a claim, into it, or through it.
    fileprivate func isInLine(with claim: ClaimPath) -> Bool {
        let count = min(steps.count, claim.steps.count)
        return ClaimPath(Array(steps.prefix(count))).covers(ClaimPath(Array(claim.steps.prefix(count))))
    }
}

extension AnswerRefusal.Reason {
    fileprivate init(_ cause: Miss.Cause) {
        self =
            switch cause {
            case .format: .format
            case .type: .type
            case .authority: .authority
            case .claim, .value: .claimMissing
            }
    }

    fileprivate init(_ reason: SDJWTRejection.Reason) {
        self =
            switch reason {
            case .keyBindingNonce: .keyBindingNonce
            case .keyBindingAudience: .keyBindingAudience
            case .keyBindingTime: .keyBindingTime
            case .keyBindingMissing, .keyBindingMalformed, .keyBindingAlgorithm, .keyBindingType, .keyBindingSignature, .keyBindingHash,
                .holderKey:
                .holderProof
            default: .presentation
            }
    }

    fileprivate init(_ reason: MDocRejection.Reason) {
        self =
            switch reason {
            case .deviceSignature: .transcript
            case .deviceAuthMissing, .deviceMAC, .deviceAuthMalformed: .holderProof
            default: .presentation
            }
    }
}
