// SPDX-License-Identifier: EUPL-1.2

/// The reason why a reference to a status list, or the list itself, is not accepted (draft-ietf-oauth-status-list §8.3).
///
/// Reports only the first fault found. It contains no part of the input, so it may be logged.
public struct StatusListRejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons for rejection. Existing codes never change; new codes may be added.
    public struct Reason: Hashable, Sendable {
        /// Lower-case words joined by underscores, such as `index_out_of_bounds`.
        public let code: String

        /// `status` or its `status_list` is not an object with an integer `idx` and an `https` URL `uri` (§6.2).
        public static let reference = Reason(code: "reference")
        /// Not a compact JWS or strict JSON object, or a claim is missing or has the wrong type (§5.1).
        public static let malformed = Reason(code: "malformed")
        /// More bytes than the limit, compressed or not.
        public static let tooLarge = Reason(code: "too_large")
        /// The token is not a status list signed by a trusted issuer.
        public static let signature = Reason(code: "signature")
        /// `sub` is not the URL in the referenced token (§8.3, step 4a).
        public static let subject = Reason(code: "subject")
        /// `iat` is in the future.
        public static let issuedInFuture = Reason(code: "issued_in_future")
        /// `exp` has passed (step 4c).
        public static let expired = Reason(code: "expired")
        /// `ttl` is not a positive number (§5.1).
        public static let timeToLive = Reason(code: "time_to_live")
        /// `bits` is not 1, 2, 4 or 8 (§4.2).
        public static let bits = Reason(code: "bits")
        /// `lst` is not exactly one complete ZLIB stream in base64url (step 5).
        public static let compression = Reason(code: "compression")
        /// The list has no entry at the index (step 6).
        public static let indexOutOfBounds = Reason(code: "index_out_of_bounds")
    }

    /// The first fault found.
    public let reason: Reason

    package init(_ reason: Reason) { self.reason = reason }

    /// The reason's code, in a sentence for the log.
    public var description: String { "status list rejected: \(reason.code)" }
}
