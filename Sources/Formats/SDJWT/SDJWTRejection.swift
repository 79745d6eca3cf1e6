// SPDX-License-Identifier: EUPL-1.2

/// The reason why an SD-JWT, or a presentation of an SD-JWT, is not accepted.
///
/// Reports only the first fault found. It contains no part of the token, so it may be logged and sent.
public struct SDJWTRejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons, one for each check. Existing codes never change; new codes may be added.
    public struct Reason: Hashable, Sendable {
        /// Lower-case words joined by underscores, such as `digest_doubled`.
        public let code: String

        // MARK: Form and limits

        /// The text is not parts separated by tildes, does not begin with a compact JWS, or its payload is not a strict JSON object.
        public static let malformed = Reason(code: "malformed")
        /// More bytes, disclosures or digests than ``SDJWTLimits`` allow, or deeper nesting.
        public static let tooLarge = Reason(code: "too_large")

        // MARK: The issuer's signature

        /// `alg` is not ES256 (RFC 9901 §7.1, step 2.1).
        public static let algorithm = Reason(code: "algorithm")
        /// A malformed or unsupported header: a critical extension, compression, a key in the header.
        public static let header = Reason(code: "header")
        /// Unexpected `typ`.
        public static let type = Reason(code: "type")
        /// `x5c` is missing, or its certificates do not form a chain, in this order and at the given time, to a trusted root.
        public static let certificateChain = Reason(code: "certificate_chain")
        /// `kid` is missing or unknown.
        public static let unknownKey = Reason(code: "unknown_key")
        /// The signature is not valid for the issuer's key (step 2.2).
        public static let signature = Reason(code: "signature")
        /// `_sd_alg` is not `sha-256` (step 2.4).
        public static let hashAlgorithm = Reason(code: "hash_algorithm")

        // MARK: Disclosures and digests

        /// A disclosure that is not base64url of a JSON array `[salt, value]` or `[salt, name, value]` with strings for salt and name.
        public static let disclosure = Reason(code: "disclosure")
        /// A duplicate disclosure (§4).
        public static let disclosureDoubled = Reason(code: "disclosure_doubled")
        /// A member's disclosure in the place of an array element, or the reverse (step 3.3).
        public static let disclosurePlace = Reason(code: "disclosure_place")
        /// A disclosure whose digest does not occur in the token (step 5).
        public static let disclosureUnknown = Reason(code: "disclosure_unknown")
        /// `_sd`, `...` or `_sd_alg` as the name of a claim (step 3.3.2, §4.1, §4.1.1).
        public static let reservedName = Reason(code: "reserved_name")
        /// A disclosed claim has the name of an existing claim (step 3.3.2).
        public static let claimDoubled = Reason(code: "claim_doubled")
        /// `_sd` is not an array of SHA-256 digests, or `...` is not one digest alone in its object (§4.2.4).
        public static let digest = Reason(code: "digest")
        /// A digest that occurs twice in the token (step 4).
        public static let digestDoubled = Reason(code: "digest_doubled")
        /// A claim that must be visible is selectively disclosable: `iss`, `aud`, `nbf`, `exp`, `cnf`, `vct`, `status`.
        public static let hiddenClaim = Reason(code: "hidden_claim")
        /// A path that the holder's program wants to disclose leads to no claim of the token.
        public static let noSuchClaim = Reason(code: "no_such_claim")

        // MARK: Claims

        /// A required claim is missing.
        public static let claimMissing = Reason(code: "claim_missing")
        /// A registered claim has the wrong type, or a time is outside 0...2^53-1 seconds.
        public static let claimMalformed = Reason(code: "claim_malformed")
        /// Unexpected `iss`.
        public static let issuer = Reason(code: "issuer")
        /// Unexpected `vct`.
        public static let credentialType = Reason(code: "credential_type")
        /// `aud` of the SD-JWT does not include this verifier.
        public static let audience = Reason(code: "audience")
        /// `iat` is in the future.
        public static let issuedInFuture = Reason(code: "issued_in_future")
        /// `nbf` is in the future.
        public static let notYetValid = Reason(code: "not_yet_valid")
        /// `exp` has passed.
        public static let expired = Reason(code: "expired")
        /// `cnf` has no `jwk` with a public P-256 key, although a holder key is required or a `jwk` is present.
        public static let holderKey = Reason(code: "holder_key")

        // MARK: Key binding (§7.3)

        /// A required key binding is missing.
        public static let keyBindingMissing = Reason(code: "key_binding_missing")
        /// A key binding is present where none is allowed: in an SD-JWT from the issuer (§7.2).
        public static let keyBindingUnexpected = Reason(code: "key_binding_unexpected")
        /// The part after the last tilde is not a JWT with the claims of a key binding, or its header is not accepted.
        public static let keyBindingMalformed = Reason(code: "key_binding_malformed")
        /// The key binding's `alg` is not ES256.
        public static let keyBindingAlgorithm = Reason(code: "key_binding_algorithm")
        /// The key binding's `typ` is not `kb+jwt`.
        public static let keyBindingType = Reason(code: "key_binding_type")
        /// The signature of the key binding is not valid for the holder's key.
        public static let keyBindingSignature = Reason(code: "key_binding_signature")
        /// `sd_hash` belongs to another SD-JWT or to other disclosures.
        public static let keyBindingHash = Reason(code: "key_binding_hash")
        /// Unexpected `nonce`.
        public static let keyBindingNonce = Reason(code: "key_binding_nonce")
        /// Unexpected `aud`.
        public static let keyBindingAudience = Reason(code: "key_binding_audience")
        /// `iat` is outside the accepted period, or the key binding's `nbf` or `exp` is not met.
        public static let keyBindingTime = Reason(code: "key_binding_time")
    }

    /// The first fault found.
    public let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    /// The reason's code, in a sentence for the log.
    public var description: String { "SD-JWT rejected: \(reason.code)" }
}
