// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// One of the SVG files that ship with the portal. It can be made of nothing else.
struct Drawing: Sendable, Hashable {
    /// The SVG element.
    let source: String

    fileprivate init(source: String) {
        self.source = source
    }
}

/// The portal's drawings, read once at the start. All are decorative: words beside them say what they mean.
struct Artwork: Sendable {
    /// All there are, by their file below Resources.
    enum Name: String, CaseIterable {
        case mark = "pictures/mark"
        case deletionCode = "pictures/deletion-code", done = "pictures/success", problem = "pictures/error", help = "pictures/help"
        case wait = "pictures/blocked-temporarily", unreachable = "pictures/server-unreachable"
        case back = "icons/back", error = "icons/error", external = "icons/external", helpIcon = "icons/help", warning = "icons/warning"
    }

    private let drawings: [Name: Drawing]

    /// Reads all drawings.
    ///
    /// - Throws: `PortalError` naming one that is not there or not a drawing.
    init(_ resources: PortalResources) throws(PortalError) {
        var drawings: [Name: Drawing] = [:]
        for name in Name.allCases {
            let text = String(decoding: try resources.file(name.rawValue + ".svg"), as: UTF8.self)
            guard let start = text.range(of: "<svg") else {
                throw PortalError(.incompleteProgram, "\(name.rawValue).svg is no drawing")
            }
            drawings[name] = Drawing(source: text[start.lowerBound...].trimmingCharacters(in: .whitespacesAndNewlines))
        }
        self.drawings = drawings
    }

    /// A drawing.
    subscript(_ name: Name) -> HTML { drawings[name].map { .drawing($0) } ?? .text("") }
}
