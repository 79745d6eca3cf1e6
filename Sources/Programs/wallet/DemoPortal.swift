// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HSM
import Logging
import ProviderState
import RevocationPortal
import ServiceLifecycle
import SimulatedPhone
import Synchronization
import WalletProvider

/// The demo's revocation portal (UC10.1) for its own provider: the production portal in this process, on loopback. It keeps its port, because
/// its address is printed with deletion codes.
final class DemoPortal: Service {
    private let portal: RevocationPortal
    private let kept: DemoPort
    private let port = Mutex<Int?>(nil)

    /// A portal that does not listen yet.
    ///
    /// - Parameters:
    ///   - port: the fixed port.
    ///   - timeouts: the server's time limits.
    ///   - clock: the servers' clock.
    /// - Throws: `StartError`.
    init(provider: DemoProvider, port kept: DemoPort, timeouts: Timeouts, clock: VirtualClock, logger: Logger) async throws {
        self.kept = kept
        do {
            let key = try PortalKey(await provider.hsm.authenticationCode(over: Array("revocation portal".utf8), for: .revocationCode))
            portal = try RevocationPortal(
                configuration: PortalConfiguration(origin: .asAsked(isSecure: false)), key: key, limiter: InMemoryTryLimiter(),
                timeouts: timeouts, clock: { clock.now }, randomBytes: randomBytes, logger: logger.reporting(.error)
            ) { [revoker = provider.revoker] code in
                guard let revocation = try await revoker.revoke(with: code, by: .portal) else { return .unknown }
                return .revoked(at: Date(timeIntervalSince1970: Double(revocation.date.milliseconds) / 1000))
            }
        } catch {
            throw StartError("The revocation portal cannot be used (\(error)). Nothing was changed.")
        }
    }

    /// The portal's URL; nil until it listens. Its host name differs from the page's, so that they do not share cookies.
    var address: String? { port.withLock { $0.map { "http://localhost:\($0)" } } }

    func run() async throws {
        try await kept.serve { number in
            try await RevocationPortalServer(portal: portal, host: "localhost", port: number, tls: nil) { [weak self] port in
                self?.port.withLock { $0 = port }
            }.run()
        }
    }
}
