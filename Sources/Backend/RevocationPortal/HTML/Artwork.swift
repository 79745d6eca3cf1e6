// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WebPages

/// The portal's drawings, read once at the start. All are decorative; adjacent text has the same meaning.
struct Artwork: Sendable {
    /// The available drawings, by their file among the assets shared by all pages.
    enum Name: String, CaseIterable {
        case mark = "pictures/mark"
        case deletionCode = "pictures/deletion-code", done = "pictures/success", problem = "pictures/error", help = "pictures/help"
        case wait = "pictures/blocked-temporarily", unreachable = "pictures/server-unreachable"
        case back = "icons/back", error = "icons/error", external = "icons/external", warning = "icons/warning"
    }

    private let drawings: [Name: Drawing]

    /// Reads all drawings.
    ///
    /// - Parameter own: the product's folder, whose drawings replace the shared drawings; nil for none.
    /// - Throws: `MissingAsset` naming a drawing that is missing or invalid.
    init(_ own: URL? = nil) throws {
        let own = own.map(AssetFolder.init)
        var drawings: [Name: Drawing] = [:]
        for name in Name.allCases { drawings[name] = try Drawing(name.rawValue, from: own) }
        self.drawings = drawings
    }

    subscript(_ name: Name) -> HTML { drawings[name].map { .drawing($0) } ?? .group([]) }
}
