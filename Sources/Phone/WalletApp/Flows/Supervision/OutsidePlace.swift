// SPDX-License-Identifier: EUPL-1.2

public import WalletConfiguration

/// A place outside the app that the operating system can open; the app then leaves the foreground.
///
/// In JSON, for a host in another language: an object whose only member is the case, with what belongs to it as `_0`:
/// `{"browser":{"_0":"https://…"}}`, `{"page":{"_0":"https://…"}}`, `{"phone":{"_0":"+49…"}}`, `{"appStore":{"_0":{"ios":"https://…","android":"https://…"}}}`,
/// `{"mail":{"_0":"help@a.example"}}`, `{"file":{"name":"a.json","bytes":[123,125]}}`, `{"clockSettings":{}}`, `{"networkSettings":{}}`,
/// `{"appSettings":{}}`, `{"homeScreen":{}}`.
@nonexhaustive public enum OutsidePlace: Sendable, Hashable, Codable {
    /// The app's page in the phone's app store, or the store itself if the configuration names no page.
    case appStore(AppStoreAddresses)
    /// A page in the browser.
    case browser(WebAddress)
    /// A page in the browser that an organization names: where the person goes on after sharing, or what it has registered. The host
    /// opens it as it is, with its fragment, and writes it into no log.
    case page(PageAddress)
    /// A phone call.
    case phone(String)
    /// A new message to this address in the mail app. The app writes no subject and no text, so nothing of the wallet goes along.
    case mail(String)
    /// A file for the user, who chooses where to put it: the phone offers its sheet for sharing or saving. It holds personal data, so the host
    /// writes neither the bytes nor a copy of its own anywhere else, and nothing into a log. The name has no path.
    case file(name: String, bytes: [UInt8])
    /// The phone's settings of date and time; the settings themselves on a phone that opens no such page for an app.
    case clockSettings
    /// The phone's settings of its connections; the settings themselves on a phone that opens no such page for an app.
    case networkSettings
    /// The phone's settings of this app, where the user changes what the app may use, such as the camera.
    case appSettings
    /// The home screen; the app closes.
    case homeScreen
}
