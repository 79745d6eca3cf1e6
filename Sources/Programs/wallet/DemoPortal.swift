// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import Logging
import ProviderState
import RevocationPortal
import ServiceLifecycle
import SimulatedPhone
import Synchronization
import WalletProvider

/// The revocation portal of the demo (UC10.1): the real one, in this process, on loopback and a port that it keeps: its
/// address stands on printed deletion codes. For the demo's own provider.
final class DemoPortal: Service {
    private let portal: RevocationPortal
    private let kept: DemoPort
    private let port = Mutex<Int?>(nil)

    /// A portal that does not listen yet.
    ///
    /// - Parameters:
    ///   - port: the port it keeps.
    ///   - clock: everybody's but the phone's.
    /// - Throws: `StartError`.
    init(provider: DemoProvider, port kept: DemoPort, clock: VirtualClock, logger: Logger) async throws {
        self.kept = kept
        do {
            let key = try PortalKey(await provider.hsm.authenticationCode(over: Array("revocation portal".utf8), for: .revocationCode))
            portal = try RevocationPortal(
                configuration: PortalConfiguration(origin: .asAsked(isSecure: false)), key: key, limiter: InMemoryTryLimiter(),
                clock: { clock.now }, randomBytes: randomBytes, logger: logger.reporting(.error)
            ) { [revoker = provider.revoker] code in
                guard let revocation = try await revoker.revoke(with: code, by: .portal) else { return .unknown }
                return .revoked(at: Date(timeIntervalSince1970: Double(revocation.date.milliseconds) / 1000))
            }
        } catch {
            throw StartError("The revocation portal cannot be used (\(error)). Nothing was changed.")
        }
    }

    /// Its address by a name that the page does not have, so that no cookie of one goes to the other; nil until it listens.
    var address: String? { port.withLock { $0.map { "http://localhost:\($0)" } } }

    func run() async throws {
        try await kept.serve { number in
            try await RevocationPortalServer(portal: portal, host: "localhost", port: number, tls: nil) { [weak self] port in
                self?.port.withLock { $0 = port }
            }.run()
        }
    }
}
