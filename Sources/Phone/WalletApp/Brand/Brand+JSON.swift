// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletConfiguration

/// In JSON: an object with the members of ``init(identifier:names:version:languages:catalogues:login:website:support:appStores:look:)``;
/// `catalogues` and `look` may be missing.
extension Brand: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, names, version, languages, catalogues, login, website, support, appStores, look
    }

    /// Decodes a brand.
    ///
    /// - Throws: `DecodingError` for an identifier that is not lower-case letters and hyphens, no language, a catalogue that is not a file
    ///   of the device, and for a part that is missing or refused.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let identifier = try container.decode(String.self, forKey: .identifier)
        guard !identifier.isEmpty, identifier.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .identifier, in: container, debugDescription: "not lower-case letters and hyphens")
        }
        let languages = try container.decode([Language].self, forKey: .languages)
        guard !languages.isEmpty else {
            throw DecodingError.dataCorruptedError(forKey: .languages, in: container, debugDescription: "no language")
        }
        let catalogues = try container.decodeIfPresent([URL].self, forKey: .catalogues) ?? []
        guard catalogues.allSatisfy(\.isFileURL) else {
            throw DecodingError.dataCorruptedError(forKey: .catalogues, in: container, debugDescription: "not the address of a file")
        }
        self.init(
            identifier: identifier, names: try container.decode(BrandNames.self, forKey: .names),
            version: try container.decode(BrandVersion.self, forKey: .version), languages: languages, catalogues: catalogues,
            login: try container.decode(LoginProvider.self, forKey: .login),
            website: try container.decode(WebAddress.self, forKey: .website),
            support: try container.decode(SupportContacts.self, forKey: .support),
            appStores: try container.decode(AppStoreAddresses.self, forKey: .appStores),
            look: try container.decodeIfPresent(BrandLook.self, forKey: .look) ?? BrandLook())
    }

    /// Encodes the brand.
    ///
    /// - Throws: `EncodingError` for a colour above `0xFFFFFF`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(names, forKey: .names)
        try container.encode(version, forKey: .version)
        try container.encode(languages, forKey: .languages)
        try container.encode(catalogues, forKey: .catalogues)
        try container.encode(login, forKey: .login)
        try container.encode(website, forKey: .website)
        try container.encode(support, forKey: .support)
        try container.encode(appStores, forKey: .appStores)
        try container.encode(look, forKey: .look)
    }
}
