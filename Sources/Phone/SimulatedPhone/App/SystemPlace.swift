// SPDX-License-Identifier: EUPL-1.2

/// Where the operating system takes the user when an app asks for it. But for the browser nothing is really opened: the phone shows what it would
/// be.
package enum SystemPlace: Sendable, Hashable {
    /// The app's page in the phone's store, by its address; nil for the store itself.
    case appStore(String?)
    /// A page in the browser, by its address.
    case browser(String)
    /// The telephone, with this number.
    case dialler(String)
}
