// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI
import Testing

@testable import PIDIssuer

/// The picture on the card.
struct PatternTests {
    /// The relative luminance (WCAG 2.2) of a colour `#rrggbb`.
    private func luminance(_ color: String) throws -> Double {
        let number = try #require(Int(color.dropFirst(), radix: 16))
        let parts = [16, 8, 0].map { shift -> Double in
            let value = Double(number >> shift & 0xFF) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    @Test func `white text would be legible on every line of the pattern`() throws {
        let colors = PIDPattern.drawing.matches(of: #/'(#[0-9a-f]{6})'/#).map { String($0.output.1) }
        #expect(Set(colors) == [PIDDisplay.backgroundColor, PIDPattern.lines.cool, PIDPattern.lines.warm])
        for color in colors {
            let contrast = (try luminance(PIDDisplay.textColor) + 0.05) / (try luminance(color) + 0.05)
            #expect(contrast >= 4.5, "\(color)")
        }
        #expect(!PIDPattern.drawing.contains("opacity"))
    }

    @Test func `the pattern is small enough for a wallet's list of cards, which shows pictures of at most 4 KiB`() {
        #expect(PIDPattern.address.utf8.count <= 4 * 1024)
    }

    @Test func `the pattern refers only to its own parts and contains no text, script or event`() {
        let drawing = PIDPattern.drawing
        #expect(drawing.ranges(of: "href=").count == drawing.ranges(of: "href='#").count)
        #expect(drawing.ranges(of: "url(").count == drawing.ranges(of: "url(#").count)
        for part in ["<script", "<text", "<image", "<style", "<foreignObject", " on", "javascript:"] {
            #expect(!drawing.contains(part), "\(part)")
        }
    }

    @Test func `every card has the pattern, and its type metadata names the same one`() {
        let cards = PIDDisplay.card(with: .crown)
        #expect(!cards.isEmpty && cards.allSatisfy { $0.backgroundImage?.uri == PIDPattern.address })
        #expect(PIDPattern.address.hasPrefix("data:image/svg+xml,%3Csvg") && PIDPattern.address.hasSuffix("%3C/svg%3E"))
    }
}
