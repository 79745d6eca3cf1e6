// SPDX-License-Identifier: EUPL-1.2

/// The reason why a reference to a status list, or the list itself, is not accepted (draft-ietf-oauth-status-list §8.3).
///
/// Reports only the first fault found. It contains no part of the input, so it may be logged.
package struct StatusListRejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons for rejection. Existing codes never change; new ones may be added.
    package struct Reason: Hashable, Sendable {
        /// Lower-case words joined by underscores, such as `index_out_of_bounds`.
        package let code: String

        /// `status` or its `status_list` is not an object with an integer `idx` and an `https` URL `uri` (§6.2).
        package static let reference = Reason(code: "reference")
        /// Not a compact JWS or strict JSON object, or a claim is missing or has the wrong type (§5.1).
        package static let malformed = Reason(code: "malformed")
        /// More bytes than the limit, compressed or not.
        package static let tooLarge = Reason(code: "too_large")
        /// The token is not a status list signed by a trusted issuer.
        package static let signature = Reason(code: "signature")
        /// `sub` is not the URL in the referenced token (§8.3, step 4a).
        package static let subject = Reason(code: "subject")
        /// `iat` lies in the future.
        package static let issuedInFuture = Reason(code: "issued_in_future")
        /// `exp` has passed (step 4c).
        package static let expired = Reason(code: "expired")
        /// `ttl` is not a positive integer (§5.1).
        package static let timeToLive = Reason(code: "time_to_live")
        /// `bits` is not 1, 2, 4 or 8 (§4.2).
        package static let bits = Reason(code: "bits")
        /// `lst` is not exactly one complete ZLIB stream in base64url (step 5).
        package static let compression = Reason(code: "compression")
        /// The list has no entry at the index (step 6).
        package static let indexOutOfBounds = Reason(code: "index_out_of_bounds")
    }

    package let reason: Reason

    package init(_ reason: Reason) { self.reason = reason }

    /// The reason's code, in a sentence for the log.
    package var description: String { "status list rejected: \(reason.code)" }
}
