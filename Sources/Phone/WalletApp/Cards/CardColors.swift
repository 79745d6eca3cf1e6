// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import WalletInterface

/// The colours of a card: the issuer's background, and a legible text colour.
package struct CardColors: Sendable, Hashable {
    /// The background, `#rrggbb`.
    package let surface: String
    /// The text colour, `#rrggbb`, with a contrast of at least 4.5 : 1 (WCAG 2.2, 1.4.3).
    package let ink: String

    /// The lowest permitted contrast of text with its background.
    static let leastContrast = 4.5

    /// Takes the issuer's colours. An illegible text colour is replaced by black or white, whichever has more contrast; either black or
    /// white is always legible.
    ///
    /// - Returns: nil when the issuer names no background; the card then has the app's own colours.
    package init?(_ style: CardStyle?) {
        guard let ground = Color(style?.backgroundColor) else { return nil }
        let (black, white) = (Color(red: 0, green: 0, blue: 0), Color(red: 255, green: 255, blue: 255))
        let own = black.contrast(with: ground) > white.contrast(with: ground) ? black : white
        let theirs = Color(style?.textColor)
        surface = ground.text
        ink = (theirs.flatMap { $0.contrast(with: ground) >= Self.leastContrast ? $0 : nil } ?? own).text
    }

    /// The contrast ratio of two colours, from 1 to 21; nil for an invalid colour.
    static func contrast(_ first: String, _ second: String) -> Double? {
        Color(first).flatMap { first in Color(second).map(first.contrast) }
    }

    private struct Color {
        let red, green, blue: Int

        init(red: Int, green: Int, blue: Int) { (self.red, self.green, self.blue) = (red, green, blue) }

        /// Parses `#rgb` and `#rrggbb`.
        init?(_ text: String?) {
            guard let text, text.first == "#" else { return nil }
            let digits = text.dropFirst()
            let parts = digits.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
            guard parts.count == digits.count else { return nil }
            switch parts.count {
            case 3: self.init(red: parts[0] * 17, green: parts[1] * 17, blue: parts[2] * 17)
            case 6: self.init(red: parts[0] * 16 + parts[1], green: parts[2] * 16 + parts[3], blue: parts[4] * 16 + parts[5])
            default: return nil
            }
        }

        var text: String {
            "#"
                + [red, green, blue].map { part in
                    let digits = String(part, radix: 16)
                    return digits.count < 2 ? "0" + digits : digits
                }.joined()
        }

        /// The relative luminance (WCAG 2.2).
        private var luminance: Double {
            func linear(_ part: Int) -> Double {
                let value = Double(part) / 255
                guard value > 0.04045 else { return value / 12.92 }
                return pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        }

        func contrast(with other: Color) -> Double {
            let (bright, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
            return (bright + 0.05) / (dark + 0.05)
        }
    }
}
