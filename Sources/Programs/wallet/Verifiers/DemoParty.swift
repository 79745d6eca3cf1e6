// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DemoSites
import Foundation
import JSON
import OAuthMessages
import OpenID4VP
import Registrar
import ServerState
import SwiftASN1
import WalletVerifier
import X509

/// A site as a party of the demo's verifier: its keys and certificates.
struct DemoParty: Sendable {
    let site: DemoSite
    /// The key of the site's calls. Never log it.
    let apiKey: String
    let key: P256.Signing.PrivateKey
    let certificate: AccessCertificate
    /// The registration certificate, a compact JWS.
    let registration: String

    /// The validity of both certificates, in days.
    static let days = 365
    /// They are renewed when they have less than this left, in seconds: 30 days.
    private static let renewal: TimeInterval = 30 * 86_400
    /// Certificates begin a day before they are made, in whole seconds; a minute of it is left for the rounding.
    private static let headStart: TimeInterval = 86_400 - 60

    /// True if both certificates are good now and for some time.
    func isCurrent(at now: Date) -> Bool { Self.isCurrent(certificate, of: site, at: now) }

    /// True if a certificate names the site's host of the verifier, which earlier versions of the demo did not, and is good for some time.
    static func isCurrent(_ certificate: AccessCertificate, of site: DemoSite, at now: Date) -> Bool {
        guard certificate.identity.vouches(for: site.verifierHost),
            let dates = try? Certificate(derEncoded: certificate.identity.certificate)
        else { return false }
        return dates.notValidBefore + headStart <= now && now + renewal < dates.notValidAfter
    }

    /// The party for the verifier.
    ///
    /// - Parameters:
    ///   - certificate: signs the requests.
    ///   - isRegistered: false for requests without a registration.
    /// - Throws: `StartError` if a name cannot be used.
    func party(certificate: AccessCertificate, isRegistered: Bool) throws -> Party {
        // One party is named by its host of the verifier, the others by their certificates.
        let name = site == .portal ? "x509_san_dns:\(site.verifierHost)" : certificate.clientID
        guard let clientID = try? ClientIdentifier(name), let address = HTTPSURL(site.returnAddress),
            let base = HTTPSURL("https://" + site.verifierHost)
        else {
            throw StartError("The demo's party \(site.rawValue) has no name.")
        }
        let use = PartyUse(
            name: site.rawValue, sessionTypes: [.sameDevice, .crossDevice], returnURLs: [address], acceptsUnknownStatus: true)
        return Party(
            name: site.rawValue, apiKeyHash: Array(SHA256.hash(data: Array(apiKey.utf8))), clientID: clientID,
            certificates: [certificate.identity.certificate], key: key, registration: isRegistered ? registration : nil, uses: [use],
            webhook: nil, base: base)
    }
}
