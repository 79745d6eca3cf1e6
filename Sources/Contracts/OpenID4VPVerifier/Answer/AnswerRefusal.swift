// SPDX-License-Identifier: EUPL-1.2

/// The reason why a verifier does not accept an answer, with the member at fault. Only the first fault is reported.
///
/// Contains no part of the answer, so it may be logged. Ids in it are those of the verifier's own query.
public struct AnswerRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The broken rule.
    public let reason: Reason
    /// The member at fault, such as `response`, `vp_token.pid[0]` or `credential_sets[1]`.
    public let member: String
    /// The code of the `SDJWTRejection`, `MDocRejection` or `JOSEError` behind the refusal; nil without such an error.
    public let detail: String?

    /// A refusal with these parts.
    ///
    /// - Parameter member: names of the standard, ids of the verifier's query and indexes; never a part of the answer.
    public init(_ reason: Reason, member: String, detail: String? = nil) {
        self.reason = reason
        self.member = member
        self.detail = detail
    }

    /// Reason, member and detail, fit for a log.
    public var description: String { [reason.rawValue, member, detail].compactMap(\.self).joined(separator: " ") }

    /// The rules that an answer can break, about in the order in which they are checked. Raw values never change.
    @nonexhaustive public enum Reason: String, Sendable, Hashable, CaseIterable {
        // MARK: The form and its encryption

        /// The form is larger than `AnswerForm.maximumBytes`.
        case tooLarge = "too_large"
        /// The form is neither an encrypted answer nor a known error.
        case form
        /// The JWE has `zip`; nothing was decrypted.
        case compressed
        /// `kid` of the JWE is not that of the request's key.
        case otherKey = "other_key"
        /// The key does not open the JWE.
        case notDecrypted = "not_decrypted"
        /// The decrypted bytes are not a JSON object with presentations by query.
        case payload
        /// `vp_token`, or one of its lists, is empty.
        case emptyToken = "empty_token"
        /// `state` is not the request's.
        case state

        // MARK: The answer

        /// A member of `vp_token` that is the id of no credential query.
        case unknownQuery = "unknown_query"
        /// More presentations than one for a query without `multiple`, a credential that is presented twice for one query, or a device
        /// response with more than one document.
        case tooMany = "too_many"
        /// A query, or a required set, that is not answered.
        case missingRequired = "missing_required"
        /// A query is answered that belongs to no option answered whole, or alternatives are answered together.
        case unwantedSet = "unwanted_set"

        // MARK: A presentation

        /// The presentation is not of the query's format.
        case format
        /// The credential's issuer, form or validity is not accepted; `detail` says why.
        case presentation
        /// `nonce` of the key binding is not the request's.
        case keyBindingNonce = "key_binding_nonce"
        /// `aud` of the key binding is not the request's `client_id`.
        case keyBindingAudience = "key_binding_audience"
        /// `iat` of the key binding is too long ago or in the future.
        case keyBindingTime = "key_binding_time"
        /// The holder did not prove possession of the credential's key for these disclosures; `detail` says why.
        case holderProof = "holder_proof"
        /// The device's key did not sign the transcript of this request.
        case transcript
        /// As `transcript`, and the JWE has `apu`: probably the handover of a draft or of ISO/IEC TS 18013-7.
        case draftHandover = "draft_handover"

        // MARK: The query

        /// The credential is not of a type that was asked for.
        case type
        /// No authority that the query trusts certified the issuer.
        case authority
        /// A claim is missing, or has none of the values that were asked for.
        case claimMissing = "claim_missing"
        /// A claim was disclosed that was not asked for.
        case claimUnasked = "claim_unasked"
    }
}
