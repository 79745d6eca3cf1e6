// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import WebPages

struct AssetFolderTests {
    @Test(arguments: [
        ("pictures.css", "text/css; charset=utf-8"), ("icons/favicon.svg", "image/svg+xml"),
    ])
    func `a file has the media type of its extension`(name: String, mediaType: String) throws {
        let file = try AssetFolder.shared.file(name)
        #expect(file.mediaType == mediaType && !file.bytes.isEmpty)
        #expect(AssetFile(styleSheet: "p {}").mediaType == "text/css; charset=utf-8")
    }

    @Test func `a missing file, or one that is not text, is reported by its path`() throws {
        let folder = AssetFolder(URL(filePath: "/nowhere"))
        let error = #expect(throws: MissingAsset.self) { try folder.file("a/b.css") }
        #expect(error?.description == "the program is incomplete: a/b.css is missing")
        #expect(throws: MissingAsset.self) { try AssetFolder.shared.text("icons") }
        #expect(throws: MissingAsset.self) { try AssetFolder(URL(filePath: "/proc/self")).text("exe") }
    }
}
