// SPDX-License-Identifier: EUPL-1.2

/// The configuration server's endpoints below its base URL.
package enum DocumentEndpoint: String, Sendable, Hashable, CaseIterable {
    /// The signed configuration.
    case configuration
    /// The signed update policy.
    case updatePolicy = "update-policy"

    /// The path below the base URL, with its leading slash.
    package var path: String { "/api/v1/\(rawValue)" }

    /// The media type of a signed document: only the compact JWS, without a line break.
    package static let mediaType = "application/jwt"
}
