// SPDX-License-Identifier: EUPL-1.2

package import WalletConfiguration

/// Where the operating system can take the person from the app, which then leaves the glass.
package enum OutsidePlace: Sendable, Hashable {
    /// The app's page in the store of this kind of phone; nil when the configuration names none: then the store itself.
    case appStore(AppStoreAddresses)
    /// A page in the browser.
    case browser(WebAddress)
    /// A call.
    case phone(String)
    /// The home screen: the app is closed.
    case homeScreen
}
