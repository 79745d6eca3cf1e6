// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletInterface

@testable import WalletApp

struct CardColorsTests {
    private func colors(_ ground: String?, _ text: String?) -> CardColors? {
        CardColors(CardStyle(locale: nil, name: "", backgroundColor: ground, textColor: text))
    }

    @Test(arguments: [("#154273", "#ffffff", "#ffffff"), ("#FFF", "#000", "#000000"), ("#ffd966", "#1d2b00", "#1d2b00")])
    func `text in the issuer's colour keeps that colour if it is readable`(ground: String, text: String, expected: String) throws {
        #expect(try #require(colors(ground, text)).ink == expected)
    }

    @Test(arguments: [
        ("#ffd966", "#ffffff", "#000000"), ("#154273", "#154273", "#ffffff"), ("#777777", "#767676", "#000000"), ("#000", nil, "#ffffff"),
        ("#fff", "red", "#000000"), ("#fff", "#ffffff00", "#000000"),
    ])
    func `text that would be unreadable becomes black or white`(ground: String, text: String?, expected: String) throws {
        #expect(try #require(colors(ground, text)).ink == expected)
    }

    @Test func `text is readable on every background colour`() throws {
        for red in stride(from: 0, through: 255, by: 15) {
            for green in stride(from: 0, through: 255, by: 15) {
                let ground = "#" + [red, green, 127].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                let found = try #require(colors(ground, ground))
                #expect(try #require(CardColors.contrast(found.surface, found.ink)) >= CardColors.leastContrast, "\(ground)")
            }
        }
    }

    @Test(arguments: [
        "", "#", "#12", "#1234", "#12345", "#1234567", "154273", "#15427g", "#１５４２７３", "red", "#+15427", "url(x)", "#fff;a:b",
    ])
    func `an invalid colour is ignored`(text: String) {
        #expect(colors(text, "#fff") == nil)
    }

    @Test func `without a background colour a card has the app's own colours`() {
        #expect(colors(nil, "#ffffff") == nil)
        #expect(CardColors(nil) == nil)
    }
}
