// SPDX-License-Identifier: EUPL-1.2

import WebPages

/// A piece of a page.
typealias HTML = Markup<PageVocabulary>

/// The drawings of the pages, read once at the start. All are decorative; adjacent text has the same meaning.
struct Artwork: Sendable {
    /// The drawings, by their file among the assets shared by all pages.
    enum Name: String, CaseIterable {
        case mark = "pictures/mark"
        case share = "pictures/intro-share", inWallet = "pictures/phone-key", done = "pictures/success", problem = "pictures/error"
        case ended = "pictures/session-expired", wait = "pictures/blocked-temporarily", unreachable = "pictures/server-unreachable"
        case phone = "icons/phone", code = "icons/qr-code", warning = "icons/warning", clock = "icons/clock"
    }

    private let drawings: [Name: Drawing]

    /// Reads all drawings.
    ///
    /// - Throws: `MissingAsset` naming a drawing that is missing or invalid.
    init() throws {
        var drawings: [Name: Drawing] = [:]
        for name in Name.allCases { drawings[name] = try Drawing(name.rawValue) }
        self.drawings = drawings
    }

    subscript(_ name: Name) -> HTML { drawings[name].map { .drawing($0) } ?? .group([]) }
}
