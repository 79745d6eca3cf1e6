// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A folder of files that ship with a program, for reading them at the start.
package struct AssetFolder: Sendable {
    private let directory: URL

    /// A folder of a module's own; nothing is read yet.
    package init(_ directory: URL) {
        self.directory = directory
    }

    /// What all pages share: `icons`, `pictures`, and the style sheets for them.
    package static let shared = AssetFolder(Bundle.module.bundleURL.appending(path: "Resources"))

    /// A file as it is served.
    ///
    /// - Parameter name: its path below the folder; it ends in css, js, svg, html or woff2.
    /// - Throws: `MissingAsset` naming the file.
    package func file(_ name: String) throws(MissingAsset) -> AssetFile {
        AssetFile(mediaType: AssetFile.mediaType(of: name), bytes: try data(name))
    }

    /// A file's bytes.
    ///
    /// - Throws: `MissingAsset` naming the file.
    package func data(_ name: String) throws(MissingAsset) -> Data {
        guard let data = try? Data(contentsOf: directory.appending(path: name)) else { throw MissingAsset(name: name) }
        return data
    }

    /// A file's text.
    ///
    /// - Throws: `MissingAsset` naming the file, also when it is not UTF-8.
    package func text(_ name: String) throws(MissingAsset) -> String {
        guard let text = String(bytes: try data(name), encoding: .utf8) else { throw MissingAsset(name: name) }
        return text
    }
}

/// A file as it is served. It holds no state and no secret.
package struct AssetFile: Sendable {
    /// The value of the header Content-Type.
    package let mediaType: String
    /// What is sent.
    package let bytes: Data

    /// A file that was made from others.
    package init(mediaType: String, bytes: Data) {
        self.mediaType = mediaType
        self.bytes = bytes
    }

    /// A style sheet that was made from others.
    package init(styleSheet: String) {
        self.init(mediaType: Self.mediaType(of: ".css"), bytes: Data(styleSheet.utf8))
    }

    fileprivate static func mediaType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        case "svg": "image/svg+xml"
        case "woff2": "font/woff2"
        // A browser neither shows nor runs it.
        default: "application/octet-stream"
        }
    }
}

/// A file that should ship with the program is not there or not readable: a fault of the build.
package struct MissingAsset: Error, Sendable, CustomStringConvertible {
    /// The file's path below the module's assets.
    package let name: String

    /// A fault of the file with that path.
    package init(name: String) {
        self.name = name
    }

    /// Names the missing file.
    package var description: String { "the program is incomplete: \(name) is missing" }
}
