// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import PhoneSimulator
import ShippedFiles
package import WalletApp
import WebPages
import XCStrings

/// The resources of a workbench: pictures, texts, the page with its files, and the functional design. They ship with this module.
package struct Drawings: Sendable {
    let artwork: Artwork
    let files: StaticFiles
    let design: DesignLibrary
    /// The browsers' own texts.
    let browser: StringCatalogFile

    /// Reads and validates all resources.
    ///
    /// - Parameters:
    ///   - kind: the kind of the phone drawn.
    ///   - brand: the product on the phone.
    ///   - designed: the product that the functional design was written for: the brand's names replace its names there. Nil to replace
    ///     none.
    /// - Throws: `MissingAsset` when a file is missing or malformed.
    package init(of kind: PhoneKind, for brand: Brand, designedFor designed: Brand? = nil) throws {
        artwork = try Artwork(brand.look.drawings)
        let assets = AssetFolder(Self.resources.appending(path: "Assets"))
        files = try StaticFiles(assets, kind: kind, brand: brand)
        browser = try BrowserWords.catalogue(in: assets, appName: brand.names.product)
        design = try DesignLibrary(
            directory: Self.resources.appending(path: "FunctionalDesign"), replacing: designed.map { Self.names(of: $0, by: brand) } ?? [])
    }

    /// The names of a product that differ from those of a brand, each with the brand's name.
    private static func names(of product: Brand, by brand: Brand) -> [(name: String, replacement: String)] {
        let names: [(name: String, replacement: String)] = [
            (product.names.products, brand.names.products), (product.names.product, brand.names.product),
            (product.login.name, brand.login.name),
        ]
        return names.filter { $0.name != $0.replacement }
    }

    /// The directory of the files that ship with this module.
    static var resources: URL { ShippedFiles.folder(of: "PhoneWeb") }
}
