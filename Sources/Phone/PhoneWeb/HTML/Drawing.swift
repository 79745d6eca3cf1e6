// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletApp

/// One of the SVG files that ship with this module. It can be made of nothing else.
struct Drawing: Sendable, Hashable {
    /// The SVG element.
    let source: String

    fileprivate init(source: String) {
        self.source = source
    }
}

/// Every icon and picture, read once at the start.
struct Artwork: Sendable {
    /// The icons that we use.
    enum Icon: String, CaseIterable {
        case back, close, delete = "delete-key", error, faceID = "face-id-scan", fingerprint = "fingerprint-scan", help, info, moon,
            noSignal = "no-signal", noWiFi =
            "no-wifi"
        case panel, pause, phone, play, power, signal, warning, wifi, battery
    }

    /// The app's mark.
    let mark: HTML
    private let icons: [Icon: HTML]
    private let illustrations: [Illustration: HTML]

    /// Reads all drawings.
    ///
    /// - Parameter directory: holds `icons` and `illustrations`.
    /// - Throws: `MissingAsset` when one is not there or not a drawing.
    init(directory: URL) throws(MissingAsset) {
        mark = try Self.read("illustrations/mark", in: directory)
        var icons: [Icon: HTML] = [:]
        for icon in Icon.allCases { icons[icon] = try Self.read("icons/\(icon.rawValue)", in: directory) }
        self.icons = icons
        var illustrations: [Illustration: HTML] = [:]
        for illustration in Illustration.allCases {
            illustrations[illustration] = try Self.read("illustrations/\(illustration.rawValue)", in: directory)
        }
        self.illustrations = illustrations
    }

    /// An icon, decorative: what carries it has the name.
    func icon(_ icon: Icon) -> HTML { icons[icon] ?? .group([]) }

    /// A picture, decorative: the title beside it says what it means.
    func illustration(_ illustration: Illustration) -> HTML { illustrations[illustration] ?? .group([]) }

    private static func read(_ name: String, in directory: URL) throws(MissingAsset) -> HTML {
        guard let text = try? String(contentsOf: directory.appending(path: name + ".svg"), encoding: .utf8),
            let start = text.range(of: "<svg")
        else { throw MissingAsset(name: name + ".svg") }
        return .drawing(Drawing(source: text[start.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}

/// A file that should ship with this module is not there or not readable: a fault of the build.
package struct MissingAsset: Error, Sendable, CustomStringConvertible {
    /// The file's path below the module's assets.
    package let name: String

    /// Names the missing file.
    package var description: String { "the program is incomplete: \(name) is missing" }
}
