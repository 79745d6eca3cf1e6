// SPDX-License-Identifier: EUPL-1.2

/// Why a reference to a status list, or a status list, says nothing about a token (draft-ietf-oauth-status-list §8.3).
///
/// Of several faults the first one that is found is named. Nothing that was received is in it, so it may be logged.
package struct StatusListRejection: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons. Their spelling is stable; more may come.
    package struct Reason: Hashable, Sendable {
        /// Lower-case words joined by underscores, such as `index_out_of_bounds`.
        package let code: String

        /// `status` or its `status_list` is not an object with a plain `idx` and an `https` address `uri` (§6.2).
        package static let reference = Reason(code: "reference")
        /// No compact JWS, no strict JSON object, or a claim that is missing or of another type than it must have (§5.1).
        package static let malformed = Reason(code: "malformed")
        /// More bytes than are accepted, compressed or not.
        package static let tooLarge = Reason(code: "too_large")
        /// The token is not signed, as a status list, by somebody who is trusted.
        package static let signature = Reason(code: "signature")
        /// `sub` is not the address that the referenced token names (§8.3, step 4a).
        package static let subject = Reason(code: "subject")
        /// `iat` lies in the future.
        package static let issuedInFuture = Reason(code: "issued_in_future")
        /// `exp` has passed (step 4c).
        package static let expired = Reason(code: "expired")
        /// `ttl` is not a whole number above zero (§5.1).
        package static let timeToLive = Reason(code: "time_to_live")
        /// `bits` is not 1, 2, 4 or 8 (§4.2).
        package static let bits = Reason(code: "bits")
        /// `lst` is not exactly one whole ZLIB stream in base64url (step 5).
        package static let compression = Reason(code: "compression")
        /// The list has no entry at the index (step 6).
        package static let indexOutOfBounds = Reason(code: "index_out_of_bounds")
    }

    /// The reason.
    package let reason: Reason

    /// A rejection for a reason.
    package init(_ reason: Reason) { self.reason = reason }

    /// The reason's code, in a sentence for the log.
    package var description: String { "status list rejected: \(reason.code)" }
}
