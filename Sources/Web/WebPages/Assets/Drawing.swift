// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// An SVG file shipped with the program; no other source is possible. `pictures.css` defines its classes.
package struct Drawing: Sendable, Hashable {
    /// The SVG element.
    let source: String

    /// Reads a drawing that all pages share.
    ///
    /// - Parameter name: the path without extension: `icons/…` or `pictures/…`.
    /// - Throws: `MissingAsset` if it is missing or not a drawing.
    package init(_ name: String) throws(MissingAsset) {
        let text = try AssetFolder.shared.text(name + ".svg")
        guard let start = text.range(of: "<svg") else { throw MissingAsset(name: name + ".svg") }
        source = text[start.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
