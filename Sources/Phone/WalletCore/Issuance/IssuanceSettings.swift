// SPDX-License-Identifier: EUPL-1.2

import OpenID4VCI
import SwiftASN1
import WalletConfiguration
import WalletInterface
import X509

/// What the configuration says of the issuer of PIDs, ready for use.
struct IssuanceSettings: Sendable {
    /// The credential issuer's identifier.
    let issuer: HTTPSURL
    /// The roots that TLS certificates of issuer, authorisation server and status lists must lead to, DER.
    let tlsRoots: [[UInt8]]
    /// What the certificates of those who sign PIDs and status lists must lead to.
    let credentialRoots: [Certificate]
    /// `client_id`: how wallets of this kind are called by issuers.
    let clientID: String
    /// Where browsers come back to.
    let redirectURI: String
    /// What a PID is.
    let pid: PIDSettings

    /// - Throws: `issuance(.notConfigured)` when something is missing or cannot be used.
    init(_ document: ConfigurationDocument) throws(WalletCoreError) {
        guard let service = document.services.pidIssuer, let issuer = HTTPSURL(service.address.url.text),
            let roots = try? service.documentRoots.map({ try Certificate(derEncoded: $0) }),
            let redirectURI = document.universalLinks.lazy.compactMap(Self.redirectURI).first
        else { throw WalletCoreError(.issuance(.notConfigured), "no issuer of PIDs is configured") }
        self.issuer = issuer
        tlsRoots = service.address.tlsRoots
        clientID = service.clientID
        credentialRoots = roots
        self.redirectURI = redirectURI
        pid = document.pid
    }

    private static func redirectURI(_ link: UniversalLink) -> String? {
        guard link.kind == .issuanceRedirect else { return nil }
        return switch link.form {
        case .web(let host, let port, let path): "https://" + host + (port == 443 ? "" : ":\(port)") + path
        // A scheme of its own may be claimed by any other app.
        case .scheme: nil
        }
    }

    private typealias UniversalLink = WalletConfiguration.UniversalLink
}
