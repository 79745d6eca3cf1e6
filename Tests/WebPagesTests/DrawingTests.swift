// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import WebPages

struct DrawingTests {
    /// The paths of all drawings, except the browser's icon.
    static let names = ["icons", "pictures"].flatMap { folder in
        let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/Web/WebPages/Resources/\(folder)"
        ).standardizedFileURL.path
        return (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted().map { "\(folder)/\($0.dropLast(4))" } ?? []
    }.filter { $0 != "icons/favicon" }

    @Test func `the folder of drawings is not empty`() {
        #expect(Self.names.count > 50 && Self.names.contains("pictures/mark"))
    }

    @Test(arguments: names)
    func `no drawing contains a script, a handler, a style, a URL or foreign markup`(name: String) throws {
        let drawing = try Drawing(name).source
        #expect(drawing.hasPrefix("<svg") && drawing.hasSuffix("</svg>"))
        let markup = drawing.replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "").lowercased()
        for forbidden in [
            "<script", "<style", "style=", "href", "http", "url(", "javascript", "<foreignobject", "<!", "<?", "<image", "<use",
        ] {
            #expect(!markup.contains(forbidden), "\(forbidden)")
        }
        #expect(try markup.firstMatch(of: Regex(#"\son[a-z]+\s*="#)) == nil)
    }

    /// Only pictures of the app: icons have their page's colours, and some belong to the phone's system, as the room before the camera.
    @Test(arguments: names.filter { $0.hasPrefix("pictures/") && $0 != "pictures/camera-room" })
    func `every colour and line of a picture has a meaning`(name: String) throws {
        let style = try AssetFolder.shared.text("pictures.css")
        for match in try Drawing(name).source.matches(of: /class="([^"]+)"/) {
            // Each page defines its own animations.
            for name in match.output.1.split(separator: " ") where !name.hasPrefix("m-") {
                #expect(style.contains(".\(name)"), "\(name)")
            }
        }
    }

    @Test(arguments: ["icons/none", "", "..", "../tokens", "pictures", "icons/back.svg"])
    func `a file that is not a drawing is reported by its name`(name: String) {
        #expect(throws: MissingAsset.self) { try Drawing(name) }
    }
}
