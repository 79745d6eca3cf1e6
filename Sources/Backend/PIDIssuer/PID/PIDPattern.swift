// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The picture on the card: a guilloche, as on banknotes, drawn by the project itself. Its lines are only where a card has no words, at the
/// lower right and along the lower edge; text in the card's colour would still be legible on them.
enum PIDPattern {
    /// The picture as a `data:` address, small enough for a wallet's list of cards.
    static let address = PIDDisplay.address(of: drawing)

    /// The colours of the lines, each with a contrast of at least 4.5 : 1 with the text (WCAG 2.2, 1.4.3). They are opaque, so that
    /// crossing lines are no brighter.
    static let lines = (cool: "#3f6da6", warm: "#85704e")

    /// The drawing, in tenths of a point on a card 340 points wide.
    static let drawing: String = {
        var parts = ["<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3400 2140' preserveAspectRatio='xMaxYMax slice'>"]
        parts.append("<linearGradient id='f' x1='.3'><stop stop-color='\(PIDDisplay.backgroundColor)'/>")
        parts.append("<stop offset='1' stop-color='\(lines.cool)'/></linearGradient>")
        parts.append("<path fill='\(PIDDisplay.backgroundColor)' d='M0,0h3400v2140H0z'/><g fill='none' stroke-width='6'>")
        parts += waves + rosette
        parts.append("</g></svg>")
        return parts.joined()
    }()

    /// Twelve interwoven waves along the lower edge, which begin in the card's own colour.
    private static var waves: [String] {
        let wave = "M-300,1850q150,-120,300,0" + String(repeating: "t300,0", count: 13)
        let others = (1..<12).map { "<use href='#w' x='\(-75 * ($0 % 4))' y='\(24 * $0)'/>" }
        return ["<g stroke='url(#f)'><path id='w' d='\(wave)'/>"] + others + ["</g>"]
    }

    /// Three braids, one inside another; the innermost has the warm colour.
    private static var rosette: [String] {
        let turns = (1..<strands).map { "<use href='#l' transform='rotate(\(360 * $0 / (lobes * strands)))'/>" }
        return ["<g transform='translate(2900,1330)' stroke='\(lines.cool)'><g id='r'><path id='l' d='\(ring)'/>"] + turns + [
            "</g><use href='#r' transform='scale(.66)rotate(3)'/>",
            "<use href='#r' stroke='\(lines.warm)' transform='scale(.42)'/></g>",
        ]
    }

    private static let lobes = 12
    private static let strands = 5

    /// One strand of a braid: a closed wave around a circle.
    private static var ring: String {
        func point(_ radius: Double, _ halfLobes: Double) -> String {
            let angle = halfLobes * Double.pi / Double(lobes)
            return "\(Int((radius * cos(angle)).rounded())),\(Int((radius * sin(angle)).rounded()))"
        }
        let arcs = (0..<2 * lobes).map { arc in
            let bend = arc.isMultiple(of: 2) ? 790.0 : 210.0
            return "Q" + point(bend, Double(arc) + 0.5) + "," + point(500, Double(arc) + 1)
        }
        return "M" + point(500, 0) + arcs.joined() + "Z"
    }
}
