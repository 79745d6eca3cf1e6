// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI
import OpenID4VCIWallet
import SwiftASN1
import WalletConfiguration
import WalletInterface
import X509

/// The configured settings for the issuer of PIDs.
struct IssuanceSettings: Sendable {
    /// The credential issuer's identifier.
    let issuer: HTTPSURL
    /// The roots for the TLS certificates of issuer, authorisation server and status lists, in DER.
    let tlsRoots: [[UInt8]]
    /// The roots for the certificates that sign PIDs and status lists.
    let credentialRoots: [Certificate]
    /// The `client_id` of wallets of this solution.
    let clientID: String
    /// The address to which browsers return.
    let redirectURI: String
    /// The definition of a PID.
    let pid: PIDSettings

    /// - Throws: `issuance(.notConfigured)` when a setting is missing or unusable.
    init(_ document: ConfigurationDocument) throws(WalletCoreError) {
        guard let service = document.services.pidIssuer, let pid = document.pid, let issuer = HTTPSURL(service.address.url.text),
            let roots = try? service.documentRoots.map({ try Certificate(derEncoded: $0) }),
            let redirectURI = document.universalLinks.lazy.compactMap(Self.redirectURI).first
        else { throw WalletCoreError(.issuance(.notConfigured), "no issuer of PIDs is configured") }
        self.issuer = issuer
        tlsRoots = service.address.tlsRoots
        clientID = service.clientID
        credentialRoots = roots
        self.redirectURI = redirectURI
        self.pid = pid
    }

    private static func redirectURI(_ link: ConfiguredLink) -> String? {
        guard link.kind == .issuanceRedirect else { return nil }
        return switch link.form {
        case .web(let host, let port, let path): "https://" + host + (port == 443 ? "" : ":\(port)") + path
        // Any other app could claim a custom scheme.
        case .scheme: nil
        }
    }
}
