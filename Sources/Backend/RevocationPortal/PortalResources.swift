// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ShippedFiles
import WebPages
import XCStrings

/// The files that ship with the portal.
struct PortalResources: Sendable {
    let folder = AssetFolder(ShippedFiles.folder(of: "RevocationPortal").appending(path: "Resources"))
    let skin: PortalSkin

    /// Returns the files that pages load, by path. A closed list.
    ///
    /// - Throws: `MissingAsset` naming a missing file.
    func assets() throws -> [String: AssetFile] {
        [
            "/tokens.css": AssetFile(styleSheet: try DesignTokens(colors: skin.colors).plainStyleSheet + folder.text("tokens.css")),
            "/portal.css": AssetFile(styleSheet: try AssetFolder.shared.text("sheet.css") + folder.text("portal.css")),
            "/pictures.css": AssetFile(styleSheet: try AssetFolder.shared.text("pictures.css") + folder.text("pictures.css")),
            "/code.js": try folder.file("code.js"),
            "/favicon.svg": try AssetFolder.shared.file("icons/favicon.svg", orFrom: skin.drawings.map(AssetFolder.init)),
        ]
    }

    /// Returns the sentences of the portal.
    ///
    /// - Throws: `MissingAsset`, also for an unreadable catalogue.
    func catalogue() throws -> StringCatalogFile {
        let data = try folder.data("Portal.xcstrings")
        do {
            return try StringCatalogFile(parsing: data).filling(["product": skin.product])
        } catch {
            throw MissingAsset(name: "Portal.xcstrings")
        }
    }
}
