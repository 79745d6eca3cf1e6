// SPDX-License-Identifier: EUPL-1.2

package import WalletConfiguration

/// The configuration in force, as the app observes it.
package struct AppConfiguration: Sendable, Equatable {
    /// What it says.
    package let document: ConfigurationDocument
    /// Its version.
    package let version: Int64
    /// Where it comes from.
    package let source: Source

    /// A configuration in force.
    package init(document: ConfigurationDocument, version: Int64, source: Source) {
        self.document = document
        self.version = version
        self.source = source
    }

    /// Where a configuration comes from.
    package enum Source: String, Sendable, Hashable {
        /// It ships with the app: nothing newer was received yet, or what was received cannot be used any more.
        case embedded
        /// It was received and is valid.
        case received
        /// It was received, is the newest known, and its time is over (T-C2). The wallet goes on with it and asks for a newer one at every
        /// poll; the app may say so.
        case expired
    }
}
