// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import Foundation
package import Hummingbird
package import Logging
package import ProviderProtocol
package import ServerKit
import WebPages

/// The revocation portal, UC10.1: a small web site where a user with a deletion code revokes the wallet of this code from any browser.
///
/// It has no data of wallets. The state of a visit is in the visitor's cookies, authenticated with the deployment's key. Replicas share
/// only this key and the limiter's counts.
///
/// - SeeAlso: provider-protocol.md, *Revocation*; Documentation/Operations/install.md, *Revocation portal*.
package struct RevocationPortal: Sendable {
    let logger: Logger
    /// The proxies in front of the portal.
    let trustedProxies: TrustedProxies
    let timeouts: Timeouts
    private let routes: PortalRoutes

    /// Creates a portal.
    ///
    /// - Parameters:
    ///   - configuration: the operator's settings.
    ///   - key: the same in all replicas.
    ///   - limiter: counts the tries.
    ///   - timeouts: the time limits of connections and answers. A wait may exceed its limit by a tenth.
    ///   - clock: the current time.
    ///   - randomBytes: returns this number of bytes from a cryptographically secure source.
    ///   - logger: receives one line per request, and one line for each failure of `limiter` or `revoke`. Codes, addresses, headers and
    ///     cookies are never logged.
    ///   - observe: receives the metrics of each request.
    ///   - revoke: revokes the wallet with a code. It receives only codes with a valid check character, and must tolerate repeated and
    ///     concurrent calls with one code. It throws if the provider is unreachable or the outcome is unknown.
    /// - Throws: `PortalError` if files of the portal are missing or the machine lacks the data for Dutch time.
    package init(
        configuration: PortalConfiguration, key: PortalKey, limiter: any TryLimiter, timeouts: Timeouts,
        clock: @escaping @Sendable () -> Date, randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8], logger: Logger,
        observe: @escaping @Sendable (AnsweredRequest) -> Void = { _ in },
        revoke: @escaping @Sendable (RevocationCode) async throws -> PortalOutcome
    ) throws(PortalError) {
        guard let zone = TimeZone(identifier: "Europe/Amsterdam") else {
            throw PortalError(.noTimeZone, "this machine has no time zone data for Europe/Amsterdam (package tzdata)")
        }
        self.logger = logger
        self.timeouts = timeouts
        trustedProxies = configuration.trustedProxies
        do {
            let resources = PortalResources(skin: configuration.skin)
            routes = PortalRoutes(
                configuration: configuration, forms: FormToken(key: key.forms), outcomes: OutcomeToken(key: key.outcomes),
                limiter: limiter,
                pages: PageMaker(
                    catalogue: try resources.catalogue(), artwork: try Artwork(configuration.skin.drawings),
                    configuration: configuration,
                    zone: zone, clock: clock),
                assets: try resources.assets(), clock: clock, randomBytes: randomBytes, logger: logger,
                timeouts: timeouts, observe: observe, revoke: revoke)
        } catch {
            throw PortalError(.incompleteProgram, "\(error)")
        }
    }

    /// Returns a router with only the portal's pages.
    package func router() -> Router<PortalContext> { routes.router() }
}
