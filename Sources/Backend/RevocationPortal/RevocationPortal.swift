// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import Foundation
package import Hummingbird
package import Logging
package import ProviderProtocol
package import ServerKit
import WebPages

/// The revocation portal, UC10.1: a small web site where whoever has a deletion code ends the wallet that it belongs to, from any browser.
///
/// It knows nothing of wallets. What it remembers of a visit is in the visitor's own cookies, authenticated with the deployment's key, so any
/// number of replicas can stand side by side; what they must share is the key and the limiter's counts.
///
/// - SeeAlso: the protocol page, Revocation; Documentation/operations.md, Revocation portal.
package struct RevocationPortal: Sendable {
    let logger: Logger
    /// The proxies in front of it.
    let trustedProxies: TrustedProxies
    private let routes: PortalRoutes

    /// A portal.
    ///
    /// - Parameters:
    ///   - configuration: what the operator sets.
    ///   - key: the same in all replicas.
    ///   - limiter: counts the tries.
    ///   - clock: the real time.
    ///   - randomBytes: that many bytes from a cryptographically secure source.
    ///   - logger: gets one line a request, and one when `limiter` or `revoke` fails; no code, address, header or cookie is ever in it.
    ///   - deadline: the deadline of a form that has just come.
    ///   - observe: gets what may be counted of each request.
    ///   - revoke: revokes the wallet that has a code. It gets only codes whose check character fits; it may be called again with the same
    ///     code, and at the same time. It throws when the provider cannot be reached or the outcome is not known.
    /// - Throws: `PortalError` when files that ship with the portal are missing, or the machine has no data for Dutch time.
    package init(
        configuration: PortalConfiguration, key: PortalKey, limiter: any TryLimiter, clock: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8], logger: Logger,
        deadline: @escaping @Sendable () -> Deadline = { Deadline(after: PortalRoutes.answerTime) },
        observe: @escaping @Sendable (AnsweredRequest) -> Void = { _ in },
        revoke: @escaping @Sendable (RevocationCode) async throws -> PortalOutcome
    ) throws(PortalError) {
        guard let zone = TimeZone(identifier: "Europe/Amsterdam") else {
            throw PortalError(.noTimeZone, "this machine has no time zone data for Europe/Amsterdam (package tzdata)")
        }
        self.logger = logger
        trustedProxies = configuration.trustedProxies
        do throws(MissingAsset) {
            let resources = PortalResources()
            routes = PortalRoutes(
                configuration: configuration, forms: FormToken(key: key.forms), outcomes: OutcomeToken(key: key.outcomes),
                limiter: limiter,
                pages: PageMaker(
                    catalogue: try resources.catalogue(), artwork: try Artwork(), configuration: configuration, zone: zone, clock: clock),
                assets: try resources.assets(), clock: clock, randomBytes: randomBytes, logger: logger,
                deadline: deadline, observe: observe, revoke: revoke)
        } catch {
            throw PortalError(.incompleteProgram, error.description)
        }
    }

    /// A router with the portal's pages and nothing else.
    package func router() -> Router<PortalContext> { routes.router() }
}
