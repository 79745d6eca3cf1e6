// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HSM
import Logging
import PhoneSimulator
import PhoneWeb
import RevocationPortal
import ServerState
import ServiceLifecycle
import Synchronization
import WalletApp
import WalletProvider

/// The demo's revocation portal (UC10.1) for its own provider: the production portal in this process. It keeps its port, because
/// its address is printed with deletion codes.
final class DemoPortal: Service {
    private let portal: RevocationPortal
    private let host: String
    private let kept: DemoPort
    private let port = Mutex<Int?>(nil)

    /// Creates a portal that does not listen yet.
    ///
    /// - Parameters:
    ///   - brand: the product that the codes belong to.
    ///   - host: the name or address to listen on.
    ///   - port: the fixed port.
    ///   - timeouts: the server's time limits.
    ///   - clock: the servers' clock.
    /// - Throws: `StartError`.
    init(
        provider: DemoProvider, brand: Brand, host: String, port kept: DemoPort, timeouts: Timeouts, clock: VirtualClock, logger: Logger
    ) async throws {
        self.host = host
        self.kept = kept
        do {
            let key = try PortalKey(await provider.hsm.authenticationCode(over: Array("revocation portal".utf8), for: .revocationCode))
            portal = try RevocationPortal(
                configuration: PortalConfiguration(
                    skin: PortalSkin(
                        product: brand.names.product, languages: brand.languages.reversed().map(\.rawValue), colors: brand.look.tokens,
                        drawings: brand.look.drawings),
                    origin: .asAsked(isSecure: false)),
                key: key, limiter: InMemoryTryLimiter(), timeouts: timeouts,
                clock: { clock.now }, randomBytes: randomBytes, logger: logger.reporting(.error)
            ) { [revoker = provider.revoker] code in
                guard let revocation = try await revoker.revoke(with: code, by: .portal) else { return .unknown }
                return .revoked(at: Date(timeIntervalSince1970: Double(revocation.date.milliseconds) / 1000))
            }
        } catch {
            throw StartError("The revocation portal cannot be used: \(error). Nothing was changed.")
        }
    }

    /// The portal's URL; nil until it listens. Its host name differs from the page's, so that they do not share cookies.
    var address: String? { port.withLock { $0.map { "http://localhost:\($0)" } } }

    func run() async throws {
        try await kept.serve { number in
            try await RevocationPortalServer(portal: portal, host: host, port: number, tls: nil) { [weak self] port in
                self?.port.withLock { $0 = port }
                self?.kept.name.listens(on: port)
            }.run()
        }
    }
}
