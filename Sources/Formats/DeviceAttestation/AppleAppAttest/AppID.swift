// SPDX-License-Identifier: EUPL-1.2

import Crypto

/// Apple's identifier of an app: the developer's team id, a dot, and the bundle id.
public struct AppID: Hashable, Sendable, CustomStringConvertible {
    /// The complete identifier, such as `0352187391.com.apple.example_app_attest`.
    public let description: String

    /// An identifier from its two parts, not validated.
    ///
    /// - Parameters:
    ///   - teamID: ten digits or capital letters.
    ///   - bundleID: the app's reverse domain name.
    public init(teamID: String, bundleID: String) {
        description = "\(teamID).\(bundleID)"
    }

    /// Parses an identifier from a configuration. Nil unless it is a team id of ten digits or capital letters, a dot, and a non-empty rest
    /// of ASCII letters, digits, `-`, `_` and `.`.
    public init?(parsing text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 10, !parts[1].isEmpty else { return nil }
        guard parts[0].utf8.allSatisfy({ Self.digits.contains($0) || Self.capitals.contains($0) }) else { return nil }
        let others: Set<UInt8> = [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")]
        guard
            parts[1].utf8.allSatisfy({
                Self.digits.contains($0) || Self.capitals.contains($0) || Self.smalls.contains($0) || others.contains($0)
            })
        else { return nil }
        description = text
    }

    /// SHA-256 of the identifier, 32 bytes: the hash of the relying party id in WebAuthn.
    public var relyingPartyIDHash: [UInt8] {
        Array(SHA256.hash(data: Array(description.utf8)))
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
    private static let smalls = UInt8(ascii: "a")...UInt8(ascii: "z")
}
