// SPDX-License-Identifier: EUPL-1.2

import WalletApp
import WebPages

/// Every icon and picture, read once at the start.
struct Artwork: Sendable {
    /// The icons that we use.
    enum Icon: String, CaseIterable {
        case back, check, close, delete = "delete-key", error, faceID = "face-id-scan", fingerprint = "fingerprint-scan", help, info, lock,
            menu, moon,
            noSignal = "no-signal", noWiFi =
            "no-wifi"
        case panel, pause, phone, play, power, signal, warning, wifi, battery
    }

    /// The app's mark.
    let mark: HTML
    private let icons: [Icon: HTML]
    private let listIcons: [ListIcon: HTML]
    private let illustrations: [Illustration: HTML]

    /// Reads all drawings.
    ///
    /// - Throws: `MissingAsset` when one is not there or not a drawing.
    init() throws(MissingAsset) {
        mark = .drawing(try Drawing("pictures/mark"))
        var icons: [Icon: HTML] = [:]
        for icon in Icon.allCases { icons[icon] = .drawing(try Drawing("icons/\(icon.rawValue)")) }
        self.icons = icons
        var listIcons: [ListIcon: HTML] = [:]
        for icon in ListIcon.allCases { listIcons[icon] = .drawing(try Drawing("icons/\(icon.rawValue)")) }
        self.listIcons = listIcons
        var illustrations: [Illustration: HTML] = [:]
        for illustration in Illustration.allCases {
            illustrations[illustration] = .drawing(try Drawing("pictures/\(illustration.rawValue)"))
        }
        self.illustrations = illustrations
    }

    /// An icon, decorative: what carries it has the name.
    func icon(_ icon: Icon) -> HTML { icons[icon] ?? .group([]) }

    /// What stands before the words of a row, decorative.
    func listIcon(_ icon: ListIcon) -> HTML { listIcons[icon] ?? .group([]) }

    /// A picture, decorative: the title beside it says what it means.
    func illustration(_ illustration: Illustration) -> HTML { illustrations[illustration] ?? .group([]) }
}
