// SPDX-License-Identifier: EUPL-1.2

/// Authorities of one type that certify issuers (OpenID4VP 1.0 §6.1.1).
public struct TrustedAuthority: Sendable, Hashable {
    /// The type, such as `aki`. Unknown types are kept; nothing matches them.
    public let type: String
    /// The authorities, of which one must match; at least one.
    public let values: [String]

    /// Authorities of a type.
    public init(type: String, values: [String]) {
        self.type = type
        self.values = values
    }
}
