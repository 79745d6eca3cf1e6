// SPDX-License-Identifier: EUPL-1.2

import Foundation
import NIOCore
import NIOPosix
import PhoneSimulator
import ServiceLifecycle

/// Receives links from later starts of the program while this one runs (T-A2).
struct LinkReceiver: Service {
    private let directory: String
    private let deliver: @Sendable (String) -> Void
    private let onFailure: @Sendable (String) -> Void
    private let patience: Duration
    private let pause: Duration
    private let clock: any Clock<Duration>

    /// Maximum number of simultaneous connections, each limited by `patience`.
    private static let places = 16

    /// - Parameters:
    ///   - directory: the state directory, locked by this program.
    ///   - deliver: handles a link.
    ///   - onFailure: called once with a message if links cannot be received; the demo continues.
    ///   - patience: the time limit for a sender.
    ///   - pause: the delay before listening again after an error.
    ///   - clock: measures the time limit.
    init(
        in directory: String, deliver: @escaping @Sendable (String) -> Void, onFailure: @escaping @Sendable (String) -> Void,
        patience: Duration, pause: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.directory = directory
        self.deliver = deliver
        self.onFailure = onFailure
        self.patience = patience
        self.pause = pause
        self.clock = clock
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var isReported = false
            while !Task.isCancelled {
                do {
                    try await serve()
                } catch {
                    guard !Task.isCancelled else { return }
                    if !isReported {
                        onFailure(
                            "The running wallet takes no links from later starts for now: its socket in \(directory) cannot be used. "
                                + "It tries again.")
                    }
                    isReported = true
                }
                // The cause may be temporary: no free descriptors, or a missing directory.
                try? await Task.sleep(for: pause)
            }
        }
    }

    private func serve() async throws {
        // The lock's owner owns the socket; an existing socket is left over from a killed program.
        let server = try await LinkSocket.withPath(in: directory) { path in
            try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true, childChannelInitializer: LinkSocket.wrap)
        }
        let path = directory + "/" + DemoDirectory.links
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await server.executeThenClose { connections in
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            await withTaskGroup { conversations in
                var places = Self.places
                do {
                    for try await connection in connections {
                        // A broken connection must not affect the other connections.
                        conversations.addTask { try? await take(from: connection) }
                        places -= 1
                        // At the limit, new connections wait in the system's backlog until one ends.
                        if places == 0 {
                            await conversations.next()
                            places += 1
                        }
                    }
                } catch {
                    // No new connections can be accepted; the open connections are served to their end.
                }
            }
        }
        if !Task.isCancelled { throw ChannelError.eof }
    }

    private func take(from connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        try await connection.executeThenClose { inbound, outbound in
            guard try await LinkSocket.isOurs(connection.channel) else { return }
            // A silent sender gets no answer: its link was not judged, and it may send it again.
            let link = try await LinkSocket.line(from: inbound, within: patience, on: clock)
            let isTaken = link.map(SimulatedPhone.acceptsLink) ?? false
            if let link, isTaken { deliver(link) }
            try await outbound.write(ByteBuffer(string: (isTaken ? LinkSocket.taken : LinkSocket.refused) + "\n"))
        }
    }
}
