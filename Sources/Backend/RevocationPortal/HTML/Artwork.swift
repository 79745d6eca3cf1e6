// SPDX-License-Identifier: EUPL-1.2

import WebPages

/// The portal's drawings, read once at the start. All are decorative: words beside them say what they mean.
struct Artwork: Sendable {
    /// All there are, by their file among those that all pages share.
    enum Name: String, CaseIterable {
        case mark = "pictures/mark"
        case deletionCode = "pictures/deletion-code", done = "pictures/success", problem = "pictures/error", help = "pictures/help"
        case wait = "pictures/blocked-temporarily", unreachable = "pictures/server-unreachable"
        case back = "icons/back", error = "icons/error", external = "icons/external", helpIcon = "icons/help", warning = "icons/warning"
    }

    private let drawings: [Name: Drawing]

    /// Reads all drawings.
    ///
    /// - Throws: `MissingAsset` naming one that is not there or not a drawing.
    init() throws(MissingAsset) {
        var drawings: [Name: Drawing] = [:]
        for name in Name.allCases { drawings[name] = try Drawing(name.rawValue) }
        self.drawings = drawings
    }

    /// A drawing.
    subscript(_ name: Name) -> HTML { drawings[name].map { .drawing($0) } ?? .group([]) }
}
