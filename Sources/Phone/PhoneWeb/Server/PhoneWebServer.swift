// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPChannels
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ObservedValues
import ServiceLifecycle

/// Serves the workbench at 127.0.0.1 only.
///
/// In a container it listens on a wider address, and the container's host forwards a port of its own loopback. Requests for any other
/// host than 127.0.0.1 are refused there as well.
///
/// - SeeAlso: threats-and-faults.md, T-W1, T-W2 and T-W5; threat-model.md, *Pages: demo, phone's browser, portal*.
package struct PhoneWebServer: Service {
    private let workbench: Workbench
    private let listen: String
    private let port: Int
    private let routes: PhoneWebRoutes
    private let logger: Logger
    private let idle: Duration
    private let heartbeat: Duration
    private let clock: any Clock<Duration>

    /// Creates a server; `run` starts it.
    ///
    /// - Parameters:
    ///   - workbench: the workbench to serve.
    ///   - listen: the IP address of the socket.
    ///   - port: 0 for any free port.
    ///   - randomBytes: returns that many bytes from a cryptographically secure source.
    ///   - idle: the time limit of an idle connection.
    ///   - heartbeat: the interval of heartbeats to open pages.
    ///   - clock: the clock for heartbeats.
    ///   - logger: receives no bodies, headers or addresses.
    ///   - onNewAddress: receives the address that opens the page, at the start and each time an address was used. It contains a secret:
    ///     show it only to the person who started the program.
    package init(
        workbench: Workbench, listen: String = "127.0.0.1", port: Int, randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8],
        idle: Duration, heartbeat: Duration = .seconds(15), clock: any Clock<Duration> = ContinuousClock(), logger: Logger,
        onNewAddress: @escaping @Sendable (String) -> Void
    ) {
        self.workbench = workbench
        self.listen = listen
        self.port = port
        self.logger = logger
        self.idle = idle
        self.heartbeat = heartbeat
        self.clock = clock
        routes = PhoneWebRoutes(
            workbench: workbench, session: Session(randomBytes: randomBytes), address: ServedAddress(), onNewAddress: onNewAddress)
    }

    /// Serves until the task is cancelled or a graceful shutdown begins; open pages are then disconnected at once.
    ///
    /// - Throws: `PhoneWebError` when address or port cannot be used, or the error of NIO.
    package func run() async throws {
        try await withTaskCancellationOrGracefulShutdownHandler {
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask {
                    await cancelWhenGracefulShutdown { await workbench.watch() }
                }
                group.addTask {
                    try? await cancelWhenGracefulShutdown { try await beat() }
                }
                try await serve()
                group.cancelAll()
            }
        } onCancelOrGracefulShutdown: {
            workbench.changes.finish()
        }
    }

    private func serve() async throws {
        let application = Application(
            router: routes.router(),
            server: .served(
                .init(
                    idleTimeout: TimeAmount(idle),
                    httpDecoderConfiguration: .init(maxHeaderFieldSize: 8192, maxHeaderListSize: 16384, maxHeaderFieldCount: 100))),
            configuration: ApplicationConfiguration(
                address: .hostname(listen, port: port), availableConnectionsDelegate: .maximum(800, logger: logger)),
            onServerRunning: { [routes] channel in
                guard let port = channel.localAddress?.port else { return }
                routes.address.set(port: port)
                routes.onNewAddress("\(routes.address.origin)/#\(routes.session.makeToken())")
            },
            logger: logger)
        do {
            try await application.run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw PhoneWebError.portInUse(port)
        } catch let error as IOError where error.errnoCode == EACCES {
            throw PhoneWebError.portNotPermitted(port)
        } catch let error as IOError where error.errnoCode == EADDRNOTAVAIL {
            throw PhoneWebError.notAnAddressHere(listen)
        }
    }

    private func beat() async throws {
        while true {
            try await clock.sleep(for: heartbeat)
            workbench.changes.notify()
        }
    }
}
