// SPDX-License-Identifier: EUPL-1.2

public import Foundation

/// The colours and pictures of a product, for the renderer. A renderer has a colour of its own for each part that is missing here, and in
/// high contrast for all parts.
public struct BrandLook: Sendable, Hashable {
    /// A colour by its use.
    @nonexhaustive public enum Part: String, Sendable, Hashable, CaseIterable, Codable, CodingKeyRepresentable {
        case accent, accentPressed = "accent-pressed", onAccent = "on-accent", accentSoft = "accent-soft", press, focus
        case pictureMain = "picture-main", pictureSoft = "picture-soft", pictureGround = "picture-ground", pictureWarm = "picture-warm"
        case pictureAccent = "picture-accent", pictureOnMain = "picture-on-main", pictureLine = "picture-line"
        case markTile = "mark-tile", markCard = "mark-card"
        case splash, wallTop = "wall-top", wallBottom = "wall-bottom", ownPass = "pass-own"
    }

    /// A pair of colours: for light and for dark surroundings.
    public struct Color: Sendable, Hashable {
        /// Red, green and blue: `0xRRGGBB`.
        public let light, dark: UInt32

        /// Creates a pair of colours, each `0xRRGGBB`.
        public init(light: UInt32, dark: UInt32) {
            self.light = light
            self.dark = dark
        }

        /// Creates a colour that is the same for light and dark surroundings.
        public init(_ both: UInt32) { self.init(light: both, dark: both) }
    }

    /// The colours by their use; a part that is missing has the renderer's colour.
    public let colors: [Part: Color]
    /// A folder with `pictures/….svg` and `icons/….svg` that replace the drawings of the same names; nil to replace none.
    public let drawings: URL?

    /// Creates a look; without arguments the renderer's own.
    ///
    /// - Parameters:
    ///   - colors: the colours by their use. Text and its ground need a contrast of 4.5 to 1 (WCAG 2.2 §1.4.3).
    ///   - drawings: a folder with `pictures/….svg` and `icons/….svg` that replace the drawings of the same names.
    public init(colors: [Part: Color] = [:], drawings: URL? = nil) {
        self.colors = colors
        self.drawings = drawings
    }
}
