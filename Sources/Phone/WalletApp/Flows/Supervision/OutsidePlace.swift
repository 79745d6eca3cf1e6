// SPDX-License-Identifier: EUPL-1.2

public import WalletConfiguration

/// A place outside the app that the operating system can open; the app then leaves the foreground.
@nonexhaustive public enum OutsidePlace: Sendable, Hashable {
    /// The app's page in the phone's app store, or the store itself if the configuration names no page.
    case appStore(AppStoreAddresses)
    /// A page in the browser.
    case browser(WebAddress)
    /// A phone call.
    case phone(String)
    /// The phone's settings of date and time; the settings themselves on a phone that opens no such page for an app.
    case clockSettings
    /// The phone's settings of its connections; the settings themselves on a phone that opens no such page for an app.
    case networkSettings
    /// The home screen; the app closes.
    case homeScreen
}
