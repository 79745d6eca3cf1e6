// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletApp

/// A product that a host in another language hands over as JSON.
extension FuzzTarget {
    /// A brand. An accepted brand has an identifier and a language, names only files of the device, and is read as it was written.
    static let brand = FuzzTarget(
        "brand", seeds: { [whole, smallest].map { Array($0.utf8) } },
        run: { input throws(FuzzFinding) in
            guard let brand = try? JSONDecoder().decode(Brand.self, from: Data(input)) else { return .refused }
            let isNamed = !brand.identifier.isEmpty && brand.identifier.utf8.allSatisfy { identifierCharacters.contains($0) }
            try FuzzFinding.unless(isNamed, "an identifier that cannot be part of a file's name")
            try FuzzFinding.unless(!brand.languages.isEmpty, "a brand without a language")
            let files = brand.catalogues + [brand.look.drawings].compactMap(\.self)
            try FuzzFinding.unless(files.allSatisfy(\.isFileURL), "a file that is not on the device")
            guard let written = write(brand) else { throw FuzzFinding("a brand that cannot be written") }
            let again = try? JSONDecoder().decode(Brand.self, from: written)
            try FuzzFinding.unless(again.flatMap(write) == written, "a brand that is not read as it was written")
            return .accepted
        })

    private static let identifierCharacters = Set("abcdefghijklmnopqrstuvwxyz-".utf8)

    private static func write(_ brand: Brand) -> Data? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try? encoder.encode(brand)
    }

    private static let whole = ##"""
        {"identifier": "example-wallet", "names": {"product": "A Wallet", "products": "A Wallets"}, "version": {"released": "1.0.0",
        "next": "1.1.0"}, "languages": ["en", "de"], "catalogues": ["file:///wallet/Sentences.xcstrings"],
        "login": {"name": "ID", "website": "https://id.example"}, "website": "https://wallet.example/about?page=1",
        "support": {"phone": "+49300000000", "web": "https://help.example", "email": "help@wallet.example"},
        "appStores": {"ios": "https://apps.example/app", "android": "https://play.example/app"},
        "look": {"colors": {"on-accent": {"light": "#ffffff", "dark": "#0E1626"}}, "drawings": "file:///wallet/"}}
        """##

    private static let smallest = #"""
        {"identifier": "a", "names": {"product": "", "products": ""}, "version": {"released": "0.0.0", "next": "0.0.1"}, "languages": ["en"],
        "login": {"name": "", "website": "https://a"}, "website": "https://a", "support": {}, "appStores": {}}
        """#
}
