// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletApp
import WebPages

/// All icons and pictures, read once at start.
struct Artwork: Sendable {
    enum Icon: String, CaseIterable {
        case back, check, close, delete = "delete-key", error, faceID = "face-id-scan", fingerprint = "fingerprint-scan", help, info, lock,
            menu, moon,
            noSignal = "no-signal", noWiFi =
            "no-wifi"
        case pause, phone, play, retry, signal, warning, wifi, battery
    }

    /// The app's logo.
    let mark: HTML
    /// The view of the simulated camera without a picture before it.
    let room: HTML
    private let icons: [Icon: HTML]
    private let listIcons: [ListIcon: HTML]
    private let illustrations: [Illustration: HTML]

    /// Reads all drawings.
    ///
    /// - Parameter own: the brand's folder, whose drawings replace the shared drawings; nil for no brand.
    /// - Throws: `MissingAsset` when a drawing is missing or malformed.
    init(_ own: URL? = nil) throws {
        let own = own.map(AssetFolder.init)
        mark = .drawing(try Drawing("pictures/mark", from: own))
        room = .drawing(try Drawing("pictures/camera-room", from: own))
        var icons: [Icon: HTML] = [:]
        for icon in Icon.allCases { icons[icon] = .drawing(try Drawing("icons/\(icon.rawValue)", from: own)) }
        self.icons = icons
        var listIcons: [ListIcon: HTML] = [:]
        for icon in ListIcon.allCases { listIcons[icon] = .drawing(try Drawing("icons/\(icon.rawValue)", from: own)) }
        self.listIcons = listIcons
        var illustrations: [Illustration: HTML] = [:]
        for illustration in Illustration.allCases {
            illustrations[illustration] = .drawing(try Drawing("pictures/\(illustration.rawValue)", from: own))
        }
        self.illustrations = illustrations
    }

    /// Returns an icon. It is decorative: its parent element has the accessible name.
    func icon(_ icon: Icon) -> HTML { icons[icon] ?? .group([]) }

    /// Returns the decorative icon in front of a list row.
    func listIcon(_ icon: ListIcon) -> HTML { listIcons[icon] ?? .group([]) }

    /// Returns a decorative picture; the title beside it has its meaning.
    func illustration(_ illustration: Illustration) -> HTML { illustrations[illustration] ?? .group([]) }
}
