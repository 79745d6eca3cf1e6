// SPDX-License-Identifier: EUPL-1.2

import Foundation
import QRPictures
import Testing

/// Pictures as other programs make them, and pictures that should do harm.
struct QRPictureTests {
    private static let link =
        "https://app.example/link/disclosure?request_uri=https%3A%2F%2Fverifier.example%2F1&session_type=cross_device"

    static func picture(_ name: String) throws -> [UInt8] {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/QRPictures/\(name).png").standardizedFileURL
        return Array(try Data(contentsOf: file))
    }

    @Test(arguments: ["link", "same-twice", "upside-down", "transparent"])
    func `a code is read once, however often it is there and however it stands`(_ name: String) throws {
        #expect(try QRPicture.texts(inPNG: Self.picture(name)) == [Self.link])
    }

    @Test func `several codes are all found`() throws {
        let texts = try QRPicture.texts(inPNG: Self.picture("conformance-both"))
        #expect(Set(texts) == ["conformance code 1", "conformance code 2"])
        #expect(texts.count == 2)
    }

    @Test func `the longest code that there is has the longest permitted text`() throws {
        let texts = try QRPicture.texts(inPNG: Self.picture("longest"))
        #expect(texts == [String(repeating: "1", count: QRPicture.maximumTextBytes)])
    }

    @Test func `bytes that are no UTF-8 are read as ISO 8859-1`() throws {
        #expect(try QRPicture.texts(inPNG: Self.picture("latin-1")) == ["café"])
    }

    @Test(arguments: ["none", "part-of-sequence", "largest"])
    func `a picture without a whole code has no text`(_ name: String) throws {
        #expect(try QRPicture.texts(inPNG: Self.picture(name)).isEmpty)
    }

    @Test(arguments: ["too-wide", "huge"])
    func `a picture with too many pixels is refused before they are decoded`(_ name: String) throws {
        let picture = try Self.picture(name)
        #expect(throws: QRPictureError.tooLarge) { try QRPicture.texts(inPNG: picture) }
    }

    @Test func `too many bytes are refused, and as many as permitted are not`() throws {
        let picture = try Self.picture("link")
        let padded = picture + [UInt8](repeating: 0, count: QRPicture.maximumBytes - picture.count)
        #expect(try QRPicture.texts(inPNG: padded) == [Self.link])
        #expect(throws: QRPictureError.tooLarge) { try QRPicture.texts(inPNG: padded + [0]) }
    }

    @Test func `a picture that is cut off before its end is refused`() throws {
        let picture = try Self.picture("link")
        // The last chunk, of 12 bytes, has no content and may be absent.
        for count in 0..<(picture.count - 12) {
            #expect(throws: QRPictureError.unreadable, "\(count)") { try QRPicture.texts(inPNG: Array(picture.prefix(count))) }
        }
    }

    @Test func `a changed byte never makes another text`() throws {
        let picture = try Self.picture("link")
        for place in picture.indices {
            var changed = picture
            changed[place] ^= 0x55
            let texts = (try? QRPicture.texts(inPNG: changed)) ?? []
            #expect(texts.isEmpty || texts == [Self.link], "\(place)")
        }
    }

    @Test(arguments: [[], Array("GIF89a".utf8), Array("<svg/>".utf8), [0xFF, 0xD8, 0xFF, 0xE0]] as [[UInt8]])
    func `what is no PNG picture is unreadable`(_ bytes: [UInt8]) {
        #expect(throws: QRPictureError.unreadable) { try QRPicture.texts(inPNG: bytes) }
    }
}
