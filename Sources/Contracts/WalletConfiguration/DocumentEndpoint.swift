// SPDX-License-Identifier: EUPL-1.2

/// The configuration server's addresses below its base URL.
package enum DocumentEndpoint: String, Sendable, Hashable, CaseIterable {
    /// The signed configuration.
    case configuration
    /// The signed update policy.
    case updatePolicy = "update-policy"

    /// The path, below the base URL, with its leading slash.
    package var path: String { "/api/v1/\(rawValue)" }

    /// The media type of a signed document: the compact JWS and nothing else, without a line break.
    package static let mediaType = "application/jwt"
}
