// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import WalletApp
import WebPages

/// The page and its files: a closed list, read once. They contain no state and no secret.
struct StaticFiles: Sendable {
    /// The files by path below the root.
    let files: [String: AssetFile]

    private static let styles = [
        "fonts", "workbench", "tours", "phone", "screen", "cards", "camera", "layers", "lists", "browser", "laptop", "paper",
    ]
    private static let typeface = "fonts/inter-latin.woff2"
    private static let scripts = [
        "workbench", "session", "glass", "pin-pad", "clock", "columns", "services", "camera", "browser", "laptop", "link",
        "play", "play-sites", "hands",
    ]

    /// Reads all files.
    ///
    /// - Parameters:
    ///   - folder: the files that are not shared with other sites.
    ///   - kind: the kind of the phone, which the page names in two places and whose frame it draws.
    ///   - brand: the product on the phone, with the page's colours and pictures.
    /// - Throws: `MissingAsset` naming the missing file.
    init(_ folder: AssetFolder, kind: PhoneKind, brand: Brand) throws {
        let colors = brand.look.tokens
        var files: [String: AssetFile] = [:]
        let page = try folder.file("workbench.html")
        let text = String(decoding: page.bytes, as: UTF8.self).replacing("{{phone}}", with: kind.name).replacing(
            "{{kind}}", with: kind.rawValue
        ).replacing("{{product}}", with: HTML.text(brand.names.product).markup).replacing(
            "{{mark}}", with: try Artwork(brand.look.drawings).mark.markup)
        files["/"] = AssetFile(mediaType: page.mediaType, bytes: Data(text.utf8))
        files["/icons/favicon.svg"] = try AssetFolder.shared.file("icons/favicon.svg", orFrom: brand.look.drawings.map(AssetFolder.init))
        files["/tokens.css"] = AssetFile(
            styleSheet: try DesignTokens(colors: colors).switchableStyleSheet
                + DesignTokens.recolored(folder.text("tokens.css"), with: colors))
        files["/pictures.css"] = AssetFile(styleSheet: try AssetFolder.shared.text("pictures.css") + folder.text("pictures.css"))
        for style in Self.styles { files["/\(style).css"] = try folder.file("\(style).css") }
        files["/\(Self.typeface)"] = try folder.file(Self.typeface)
        for script in Self.scripts { files["/\(script).js"] = try folder.file("\(script).js") }
        self.files = files
    }
}
