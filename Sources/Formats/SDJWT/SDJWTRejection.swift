// SPDX-License-Identifier: EUPL-1.2

/// Why an SD-JWT, or a presentation of one, is not accepted.
///
/// Of several faults the first one that is found is named. Nothing of the token is in it, so it may be logged and sent.
package struct SDJWTRejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, one for each check. Their spelling is stable; more may come.
    package struct Reason: Hashable, Sendable {
        /// Lower-case words joined by underscores, such as `digest_doubled`.
        package let code: String

        // MARK: Form and limits

        /// Not parts between tildes, not a compact JWS in front, or a payload that is not a strict JSON object.
        package static let malformed = Reason(code: "malformed")
        /// More bytes, disclosures or digests than ``SDJWTLimits`` allow, or deeper nesting.
        package static let tooLarge = Reason(code: "too_large")

        // MARK: The issuer's signature

        /// `alg` is not ES256 (RFC 9901 §7.1, step 2.1).
        package static let algorithm = Reason(code: "algorithm")
        /// A header that is malformed, or asks for what is not done: a critical extension, compression, a key of its own.
        package static let header = Reason(code: "header")
        /// `typ` is another one than expected.
        package static let type = Reason(code: "type")
        /// `x5c` is missing, or its certificates do not lead, exactly as they stand there and at the time given, to a trusted root.
        package static let certificateChain = Reason(code: "certificate_chain")
        /// `kid` is missing or names no key that is known.
        package static let unknownKey = Reason(code: "unknown_key")
        /// The issuer's key did not sign this (step 2.2).
        package static let signature = Reason(code: "signature")
        /// `_sd_alg` is not `sha-256` (step 2.4).
        package static let hashAlgorithm = Reason(code: "hash_algorithm")

        // MARK: Disclosures and digests

        /// A disclosure is not base64url of a JSON array `[salt, value]` or `[salt, name, value]` with text for salt and name.
        package static let disclosure = Reason(code: "disclosure")
        /// A disclosure was sent twice (§4).
        package static let disclosureDoubled = Reason(code: "disclosure_doubled")
        /// A member's disclosure where an array element's belongs, or the other way round (step 3.3).
        package static let disclosurePlace = Reason(code: "disclosure_place")
        /// A disclosure whose digest stands nowhere (step 5).
        package static let disclosureUnknown = Reason(code: "disclosure_unknown")
        /// `_sd`, `...` or `_sd_alg` as the name of a claim (step 3.3.2, §4.1, §4.1.1).
        package static let reservedName = Reason(code: "reserved_name")
        /// A disclosed claim has the name of one that is there already (step 3.3.2).
        package static let claimDoubled = Reason(code: "claim_doubled")
        /// `_sd` is not an array of SHA-256 digests, or `...` is not a single one alone in its object (§4.2.4).
        package static let digest = Reason(code: "digest")
        /// A digest that stands in the token twice (step 4).
        package static let digestDoubled = Reason(code: "digest_doubled")
        /// A claim that must be visible was made selectively disclosable: `iss`, `aud`, `nbf`, `exp`, `cnf`, `vct`, `status`.
        package static let hiddenClaim = Reason(code: "hidden_claim")

        // MARK: Claims

        /// A claim that must be there is not.
        package static let claimMissing = Reason(code: "claim_missing")
        /// A registered claim of another type than it must have, or a time outside 0...2^53-1 seconds.
        package static let claimMalformed = Reason(code: "claim_malformed")
        /// `iss` is another one than expected.
        package static let issuer = Reason(code: "issuer")
        /// `vct` is none that is expected.
        package static let credentialType = Reason(code: "credential_type")
        /// `aud` of the SD-JWT names others.
        package static let audience = Reason(code: "audience")
        /// `iat` lies in the future.
        package static let issuedInFuture = Reason(code: "issued_in_future")
        /// `nbf` has not come yet.
        package static let notYetValid = Reason(code: "not_yet_valid")
        /// `exp` has passed.
        package static let expired = Reason(code: "expired")
        /// `cnf` has no `jwk` that is a public P-256 key, though one is needed or given.
        package static let holderKey = Reason(code: "holder_key")

        // MARK: Key binding (§7.3)

        /// Key binding is required and there is none.
        package static let keyBindingMissing = Reason(code: "key_binding_missing")
        /// There is a key binding where none may be: an issuer's SD-JWT (§7.2).
        package static let keyBindingUnexpected = Reason(code: "key_binding_unexpected")
        /// What stands behind the last tilde is not a JWT with the claims of a key binding, or its header is not accepted.
        package static let keyBindingMalformed = Reason(code: "key_binding_malformed")
        /// The key binding's `alg` is not ES256.
        package static let keyBindingAlgorithm = Reason(code: "key_binding_algorithm")
        /// The key binding's `typ` is not `kb+jwt`.
        package static let keyBindingType = Reason(code: "key_binding_type")
        /// The holder's key did not sign the key binding.
        package static let keyBindingSignature = Reason(code: "key_binding_signature")
        /// `sd_hash` is of another SD-JWT, or of other disclosures.
        package static let keyBindingHash = Reason(code: "key_binding_hash")
        /// `nonce` is another one.
        package static let keyBindingNonce = Reason(code: "key_binding_nonce")
        /// `aud` is another one.
        package static let keyBindingAudience = Reason(code: "key_binding_audience")
        /// `iat` is outside the window, or `nbf` or `exp` of the key binding do not hold.
        package static let keyBindingTime = Reason(code: "key_binding_time")
    }

    /// The reason.
    package let reason: Reason

    /// A rejection for a reason.
    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The reason's code, in a sentence for the log.
    package var description: String { "SD-JWT rejected: \(reason.code)" }
}
