// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ShippedFiles
import WebPages
import XCStrings

/// The files that ship with the verifier's pages.
struct PageResources: Sendable {
    private let folder = AssetFolder(ShippedFiles.folder(of: "WalletVerifierHTTP").appending(path: "Resources"))

    /// Returns the files that pages load, by path. A closed list.
    ///
    /// - Throws: `MissingAsset` naming a missing file.
    func assets() throws -> [String: AssetFile] {
        [
            "/tokens.css": AssetFile(styleSheet: try DesignTokens().plainStyleSheet + folder.text("tokens.css")),
            "/verifier.css": AssetFile(styleSheet: try AssetFolder.shared.text("sheet.css") + folder.text("verifier.css")),
            "/pictures.css": AssetFile(styleSheet: try AssetFolder.shared.text("pictures.css") + folder.text("pictures.css")),
            "/session.js": try folder.file("session.js"),
            "/favicon.svg": try AssetFolder.shared.file("icons/favicon.svg"),
        ]
    }

    /// Returns the sentences of the pages.
    ///
    /// - Throws: `MissingAsset`, also for an unreadable catalogue.
    func catalogue() throws -> StringCatalogFile {
        let data = try folder.data("Verifier.xcstrings")
        do {
            return try StringCatalogFile(parsing: data)
        } catch {
            throw MissingAsset(name: "Verifier.xcstrings")
        }
    }
}
