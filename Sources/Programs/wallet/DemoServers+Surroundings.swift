// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WalletConfiguration
import WalletCore

extension DemoServers {
    /// The demo's own servers around a phone.
    ///
    /// - Throws: `StartError`.
    func surroundings(of phone: SimulatedPhone, brand: Brand, ports: DemoPorts) async throws -> Surroundings {
        let names = [ports.issuer.name, ports.login.name]
        let website = LoginWebsite(address: brand.login.website.text, login: ports.login.name)
        let site = BrowserSite(roots: try issuer.address().address.tlsRoots) { address in
            names.lazy.compactMap { $0.resolve(address) }.first ?? website.resolve(address)
        }
        let sites = [site, verifiers.browserSite]
        return Surroundings(
            embedded: try .demo(documents.edition, trusting: documents.trust, version: brand.version.released),
            browser: SimulatedBrowser(phone: phone, sites: sites, associated: DemoDocuments.associatedLinks),
            laptop: SimulatedBrowser(laptopBeside: phone, sites: sites),
            sites: DemoVerifiers.offered(in: "en"),
            world: await world(around: phone), names: ports.names, awaited: ports.names + [ports.portal.name, ports.sites.name],
            portal: { [portal] in portal.address },
            services: [provider, documents, issuer, portal, verifiers])
    }
}
