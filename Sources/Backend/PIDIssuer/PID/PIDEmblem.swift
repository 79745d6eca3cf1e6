// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI

/// The issuer's emblem: the logo on its cards and beside its name.
package struct PIDEmblem: Sendable, Hashable {
    /// The drawing as a `data:` address.
    let address: String
    /// The alternative text by language (BCP 47).
    private let names: [String: String]

    /// The emblem of the Dutch issuer, a drawing of the project's own: a plain crown.
    package static let crown = PIDEmblem(
        drawing: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>"
            + "<path fill='#ffb612' d='M3 18h18v2H3zM3 8l5 4 4-7 4 7 5-4-2 9H5z'/></svg>",
        names: ["en": "A crown", "nl": "Een kroon", "de": "Eine Krone"])

    /// Creates the emblem of another issuer.
    ///
    /// - Parameter drawing: an SVG file. Text before its element, such as a comment, is left out.
    package init(drawing: String) {
        self.init(
            drawing: drawing,
            names: ["en": "The issuer's emblem", "nl": "Het embleem van de uitgever", "de": "Das Emblem der ausstellenden Behörde"])
    }

    private init(drawing: String, names: [String: String]) {
        let start = drawing.range(of: "<svg")?.lowerBound ?? drawing.startIndex
        address = PIDDisplay.address(of: drawing[start...].trimmingCharacters(in: .whitespacesAndNewlines))
        self.names = names
    }

    /// The emblem with its alternative text in a language.
    func image(in language: String) -> DisplayImage { DisplayImage(uri: address, alternativeText: names[language]) }
}
