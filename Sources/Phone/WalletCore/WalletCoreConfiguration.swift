// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// What the core must know of the backend before it can speak to it.
///
/// It is the embedded first edition of the wallet's configuration; signed editions from the configuration server replace it later.
package struct WalletCoreConfiguration: Sendable {
    /// The provider's public base URL, `https://host[:port]`, without a trailing slash: the audience of every message.
    package let providerURL: String
    /// The roots that the provider's TLS certificate must lead to, DER.
    package let providerTrustedRoots: [[UInt8]]
    /// The keys that sign wallet certificates and enrolment challenges, by key id.
    package let certificateKeys: [String: JWK]
    /// The keys that sign instruction results, by key id.
    package let resultKeys: [String: JWK]
    /// Where the links lead that the wallet opens.
    package let universalLinks: [UniversalLinkPattern]

    /// Makes a configuration.
    package init(
        providerURL: String, providerTrustedRoots: [[UInt8]], certificateKeys: [String: JWK], resultKeys: [String: JWK],
        universalLinks: [UniversalLinkPattern] = .embedded
    ) {
        self.providerURL = providerURL
        self.providerTrustedRoots = providerTrustedRoots
        self.certificateKeys = certificateKeys
        self.resultKeys = resultKeys
        self.universalLinks = universalLinks
    }
}
