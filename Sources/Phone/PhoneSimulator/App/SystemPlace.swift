// SPDX-License-Identifier: EUPL-1.2

/// A place outside the app that it asks the operating system to open. Only the browser really opens, and a file is really saved; for all
/// other places the phone shows a description.
package enum SystemPlace: Sendable, Hashable {
    /// The app's page in the phone's app store, by its address; nil for the store itself.
    case appStore(String?)
    /// A page in the browser, by its address.
    case browser(String)
    /// The settings of date and time.
    case clockSettings
    /// The settings of the network.
    case networkSettings
    /// The settings of the app: what it may use.
    case appSettings
    /// The mail app, with a new message to this address.
    case mail(String)
    /// The telephone dialler, with this number.
    case dialler(String)
    /// The sheet that saves a file. The file really reaches the user's browser.
    case file(SavedFile)
}
