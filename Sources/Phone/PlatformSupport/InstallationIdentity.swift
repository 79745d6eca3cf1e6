// SPDX-License-Identifier: EUPL-1.2

/// The identity of one installation of the app on one phone. It is the same through restarts and updates, until the app is deleted, and
/// unique to the installation. The identity is not secret, and never leaves the phone.
///
/// | platform | source |
/// |---|---|
/// | iPhone | a random value in a file of the app's container, beside `storageDirectory` and excluded from backups. The platform creates a missing
/// file. iOS deletes the file with the app, and keeps the keychain |
/// | Android | `PackageInfo.firstInstallTime` |
public struct InstallationIdentity: Sendable, Hashable {
    /// 1 to 64 ASCII letters, digits and hyphens. It becomes part of a key's name.
    public let text: String

    /// Accepts a valid text; nil otherwise.
    public init?(_ text: String) {
        func isPermitted(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(isPermitted) else { return nil }
        self.text = text
    }
}

extension InstallationIdentity: Codable {
    /// Decodes a valid text.
    ///
    /// - Throws: `DecodingError` for any other text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let identity = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the identity of an installation")
        }
        self = identity
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
