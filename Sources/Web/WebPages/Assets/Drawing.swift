// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// An SVG file shipped with the program; no other source is possible. `pictures.css` defines its classes.
package struct Drawing: Sendable, Hashable {
    /// The SVG element.
    let source: String

    /// Reads a drawing that all pages share.
    ///
    /// - Parameters:
    ///   - name: the path without extension: `icons/…` or `pictures/…`.
    ///   - own: a folder of the program's, whose drawing of this name is preferred.
    /// - Throws: `MissingAsset` if it is missing or not a drawing.
    package init(_ name: String, from own: AssetFolder? = nil) throws {
        let text = try AssetFolder.shared.text(name + ".svg", orFrom: own)
        guard let start = text.range(of: "<svg") else { throw MissingAsset(name: name + ".svg") }
        source = text[start.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
