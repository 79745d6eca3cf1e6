// SPDX-License-Identifier: EUPL-1.2

package import WalletConfiguration

/// The active configuration, as the app observes it.
package struct AppConfiguration: Sendable, Equatable {
    package let document: ConfigurationDocument
    package let version: Int64
    package let source: Source

    package init(document: ConfigurationDocument, version: Int64, source: Source) {
        self.document = document
        self.version = version
        self.source = source
    }

    /// The origin of a configuration.
    package enum Source: String, Sendable, Hashable {
        /// Shipped with the app: no newer configuration was received, or the received configuration is no longer usable.
        case embedded
        /// Received and valid.
        case received
        /// Received and the newest known, but expired (T-C2). The wallet continues to use it and asks for a newer configuration at every
        /// poll; the app may inform the user.
        case expired
    }
}
