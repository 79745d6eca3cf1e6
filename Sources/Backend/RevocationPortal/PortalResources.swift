// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WebPages
import XCStrings

/// The files that ship with the portal.
struct PortalResources: Sendable {
    let folder = AssetFolder(Bundle.module.bundleURL.appending(path: "Resources"))

    /// What pages load, by path: a closed list.
    ///
    /// - Throws: `MissingAsset` naming a file that is not there.
    func assets() throws(MissingAsset) -> [String: AssetFile] {
        [
            "/tokens.css": AssetFile(styleSheet: try DesignTokens().plainStyleSheet + folder.text("tokens.css")),
            "/portal.css": try folder.file("portal.css"),
            "/pictures.css": AssetFile(styleSheet: try AssetFolder.shared.text("pictures.css") + folder.text("pictures.css")),
            "/code.js": try folder.file("code.js"),
            "/favicon.svg": try AssetFolder.shared.file("icons/favicon.svg"),
        ]
    }

    /// The sentences.
    ///
    /// - Throws: `MissingAsset`, also when the catalogue is not readable.
    func catalogue() throws(MissingAsset) -> StringCatalogFile {
        let data = try folder.data("Portal.xcstrings")
        do {
            return try StringCatalogFile(parsing: data)
        } catch {
            throw MissingAsset(name: "Portal.xcstrings")
        }
    }
}
