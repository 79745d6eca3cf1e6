// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import WalletApp

struct EmbeddedPictureTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0])

    @Test func `a picture embedded in the card is shown re-encoded`() throws {
        let png = Self.png.base64EncodedString()
        let picture = try #require(EmbeddedPicture("DATA:image/PNG;charset=x;BASE64,\(png)"))
        #expect(picture.kind == .png && picture.bytes == Self.png)
        #expect(picture.address == "data:image/png;base64,\(png)")
        let drawing = try #require(EmbeddedPicture("data:image/svg+xml,%3Csvg/%3E"))
        #expect(drawing.address == "data:image/svg+xml;base64," + Data("<svg/>".utf8).base64EncodedString())
    }

    @Test(arguments: [
        "", "https://issuer.example/logo.png", "http://issuer.example/logo.png", "//issuer.example/logo.png", "file:///etc/passwd",
        "javascript:alert(1)", "data:", "data:,", "data:image/png", "data:image/png;base64,", "data:image/png;base64,%%%",
        "data:text/html,<svg/>", "data:text/html;image/png,<svg/>", "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
        "data:image/svg+xml,hello", "data:image/png,%3Csvg/%3E", "data:image/svg+xml,%FF%FE",
        "data:image/jpeg;base64,iVBORw0KGgoAAA==", " data:image/svg+xml,%3Csvg/%3E",
    ])
    func `a picture at any other address is not shown`(address: String) {
        #expect(EmbeddedPicture(address) == nil)
    }

    @Test func `a picture that is far too large is not decoded`() {
        let room = EmbeddedPicture.longestAddress - "data:image/svg+xml,<svg".utf8.count
        #expect(EmbeddedPicture("data:image/svg+xml,<svg" + String(repeating: " ", count: room)) != nil)
        #expect(EmbeddedPicture("data:image/svg+xml,<svg" + String(repeating: " ", count: room + 1)) == nil)
    }

    @Test func `a card without a picture's address has no picture`() {
        #expect(EmbeddedPicture(nil) == nil)
    }
}
