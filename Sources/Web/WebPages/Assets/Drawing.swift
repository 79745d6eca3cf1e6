// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// One of the SVG files that ship with the program. It can be made of nothing else. `pictures.css` says what its classes mean.
package struct Drawing: Sendable, Hashable {
    /// The SVG element.
    let source: String

    /// Reads one of the drawings that all pages share.
    ///
    /// - Parameter name: its path without its ending: `icons/…` or `pictures/…`.
    /// - Throws: `MissingAsset` when it is not there or not a drawing.
    package init(_ name: String) throws(MissingAsset) {
        let text = try AssetFolder.shared.text(name + ".svg")
        guard let start = text.range(of: "<svg") else { throw MissingAsset(name: name + ".svg") }
        source = text[start.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
