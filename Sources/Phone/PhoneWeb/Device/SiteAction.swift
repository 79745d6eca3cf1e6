// SPDX-License-Identifier: EUPL-1.2

/// An action with the demo's web sites and the laptop.
enum SiteAction: Sendable, Hashable {
    /// Opens the site at this place of the list.
    case open(Int, on: BrowserName)
    /// Holds the phone before the laptop.
    case hold
    /// Takes the phone away from the laptop.
    case takeAway

    /// Finds an action by name; nil for an unknown name. Whether the list has the site is known to the workbench only.
    init?(name: String) {
        switch name {
        case "hold-laptop": self = .hold
        case "take-away": self = .takeAway
        default:
            guard let site = name.wholeMatch(of: /(phone|laptop)-site-(0|[1-9][0-9]?)/),
                let browser = BrowserName(rawValue: String(site.1)),
                let number = Int(site.2)
            else { return nil }
            self = .open(number, on: browser)
        }
    }

    /// The name that the page sends.
    var name: String {
        switch self {
        case .open(let number, let browser): "\(browser.rawValue)-site-\(number)"
        case .hold: "hold-laptop"
        case .takeAway: "take-away"
        }
    }
}
