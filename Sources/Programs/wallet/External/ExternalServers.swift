// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import ServerState
import SwiftASN1
import WalletApp
import WalletConfiguration
import WalletCore
import X509

/// Servers that run elsewhere, as their signed configuration names them.
struct ExternalServers: Sendable {
    /// The address of the configuration server: a phone stays with this address.
    let address: String
    private let document: SignedConfiguration
    private let trust: DocumentTrust
    private let sites: [BrowserSite]

    /// - Parameters:
    ///   - document: the configuration that the app ships with.
    ///   - trust: the keys for configurations and update policies.
    ///   - sites: what the browser may open besides the issuer's site.
    /// - Throws: `StartError` if the configuration names no issuer of PIDs, or a root is not a certificate.
    init(document: SignedConfiguration, trust: DocumentTrust, sites: [BrowserSite]) throws {
        let services = document.contents.services
        guard let issuer = services.pidIssuer?.address else {
            throw StartError(
                "--external: the configuration names no issuer of PIDs. Nothing was changed; its operator must add services.pid_issuer.")
        }
        for entry in [document.contents.provider.address, services.configuration, services.updatePolicy, issuer] {
            guard entry.tlsRoots.allSatisfy({ (try? Certificate(derEncoded: $0)) != nil }) else {
                throw StartError(
                    "--external: the TLS roots of \(entry.url.text) are not certificates. Nothing was changed; sign a corrected configuration."
                )
            }
        }
        address = services.configuration.url.text
        self.document = document
        self.trust = trust
        let own = BrowserAddress(issuer.url.text).map { BrowserSite(origin: $0.origin, roots: issuer.tlsRoots) }
        self.sites = [own].compactMap(\.self) + sites
    }

    /// The servers around a phone. Nothing is asked of them before the phone does.
    ///
    /// - Throws: `StartError` if the brand has no version.
    func surroundings(of phone: SimulatedPhone, brand: Brand) throws -> Surroundings {
        guard let version = AppVersion(brand.version.released) else { throw StartError("The demo's app has no version.") }
        let embedded = EmbeddedEdition(
            appVersion: version, version: document.version, configuration: document.contents, configurationTrust: trust,
            updatePolicyTrust: trust)
        let links = document.contents.universalLinks
        return Surroundings(
            embedded: embedded,
            browser: SimulatedBrowser(phone: phone, sites: sites, associated: DemoDocuments.associatedLinks(of: links)),
            laptop: nil, sites: [],
            world: ExternalWorld(
                configuration: document.contents, installed: { [device = phone.device] in device.installedVersion(of: brand) }),
            names: [], awaited: [],
            portal: { [portal = document.contents.services.revocationPortal] in portal?.url.text }, services: [])
    }
}
