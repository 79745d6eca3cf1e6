// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration

/// The versions of a product's app: three numbers with dots. In JSON: `{"released": "1.0.0", "next": "1.1.0"}`.
public struct BrandVersion: Sendable, Hashable {
    package let released: String
    /// The version that follows, for trying out an update.
    package let next: String

    /// Creates the versions: the released version and the next version.
    public init(released: String, next: String) {
        self.released = released
        self.next = next
    }
}

extension BrandVersion: Codable {
    private enum CodingKeys: String, CodingKey {
        case released, next
    }

    /// Decodes two versions.
    ///
    /// - Throws: `DecodingError` for a text that is not three numbers with dots.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func version(_ key: CodingKeys) throws -> String {
            guard let version = AppVersion(try container.decode(String.self, forKey: key)) else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "not three numbers with dots")
            }
            return version.description
        }
        self.init(released: try version(.released), next: try version(.next))
    }
}
