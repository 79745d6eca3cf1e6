// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import Hummingbird
import SimulatedPhone

/// The page and its files: a closed list, read once. They hold no state and no secret.
struct StaticFiles: Sendable {
    /// One file as it is served.
    struct File: Sendable {
        let mediaType: String
        let bytes: ByteBuffer
    }

    /// By path below the root.
    let files: [String: File]

    private static let styles = ["tokens", "workbench", "phone", "screen", "layers", "pictures"]
    private static let scripts = ["workbench", "session", "glass", "pin-pad", "clock", "columns"]

    /// Reads them all.
    ///
    /// - Parameter kind: of the phone that the page shows; the page names it in two places and draws its frame.
    /// - Throws: `MissingAsset` naming the file that is not there.
    init(directory: URL, kind: PhoneKind) throws(MissingAsset) {
        var files: [String: File] = [:]
        let page = try Self.read("workbench.html", "text/html; charset=utf-8", in: directory)
        let text = String(buffer: page.bytes).replacing("{{phone}}", with: kind.name).replacing("{{kind}}", with: kind.rawValue)
        files["/"] = File(mediaType: page.mediaType, bytes: ByteBuffer(string: text))
        files["/icons/favicon.svg"] = try Self.read("icons/favicon.svg", "image/svg+xml", in: directory)
        for style in Self.styles { files["/\(style).css"] = try Self.read("\(style).css", "text/css; charset=utf-8", in: directory) }
        for script in Self.scripts {
            files["/\(script).js"] = try Self.read("\(script).js", "text/javascript; charset=utf-8", in: directory)
        }
        self.files = files
    }

    private static func read(_ name: String, _ mediaType: String, in directory: URL) throws(MissingAsset) -> File {
        guard let data = try? Data(contentsOf: directory.appending(path: name)) else { throw MissingAsset(name: name) }
        return File(mediaType: mediaType, bytes: ByteBuffer(bytes: data))
    }
}
