// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import Hummingbird
import JSON
package import Logging
package import ServerKit
import WebPages

/// The four sites of the demo, below a path each: `/shop/`, `/town/`, `/portal/`, `/raffle/`.
///
/// They ask the verifier as any party does. All state is in memory, so a restart ends all sessions.
package struct DemoSites: Sendable {
    let pages: [DemoSite: SitePages]
    let verifiers: [DemoSite: SiteVerifier]
    let clock: @Sendable () -> Date
    let random: @Sendable (_ count: Int) -> [UInt8]
    let logger: Logger
    let sessions = SiteSessions()

    /// Creates the sites.
    ///
    /// - Parameters:
    ///   - type: the `vct` of the PIDs that the sites ask for.
    ///   - apiKeys: the keys of the sites at the verifier; a site without one does not get a session.
    ///   - clock: the current time.
    ///   - random: returns this number of bytes from a cryptographically secure source.
    ///   - logger: receives one line per request. No received data.
    ///   - send: sends a call to the verifier; throws if it does not answer.
    /// - Throws: `MissingAsset` if files of the sites are missing.
    package init(
        type: String, apiKeys: [DemoSite: String], clock: @escaping @Sendable () -> Date,
        random: @escaping @Sendable (_ count: Int) -> [UInt8], logger: Logger,
        send: @escaping @Sendable (SiteCall) async throws -> SiteReply
    ) throws {
        var pages: [DemoSite: SitePages] = [:]
        var verifiers: [DemoSite: SiteVerifier] = [:]
        for site in DemoSite.allCases {
            pages[site] = try SitePages(site)
            verifiers[site] = apiKeys[site].map { SiteVerifier(site: site, apiKey: $0, type: type, send: send) }
        }
        self.pages = pages
        self.verifiers = verifiers
        self.clock = clock
        self.random = random
        self.logger = logger
    }

    /// Returns a router with only the sites.
    package func router() -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(middleware: AnswerMiddleware(logger: logger, headers: { SiteRoutes.headers.add(to: &$0) }))
        for (site, pages) in pages { SiteRoutes(site: site, pages: pages, sites: self).add(to: router) }
        return router
    }

    /// The current time in seconds since 1970.
    var now: Int64 { Int64(clock().timeIntervalSince1970.rounded(.down)) }

    /// A fresh value for a cookie, 43 characters of base64url.
    func newBrowser() -> String { Base64URL.encode(random(32)) }
}
