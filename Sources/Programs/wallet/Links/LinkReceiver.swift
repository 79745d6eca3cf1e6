// SPDX-License-Identifier: EUPL-1.2

import Foundation
import NIOCore
import NIOPosix
import ServiceLifecycle
import SimulatedPhone

/// Takes the links that later starts of the program hand over, as long as this one runs (T-A2).
struct LinkReceiver: Service {
    private let directory: String
    private let deliver: @Sendable (String) -> Void
    private let onFailure: @Sendable (String) -> Void
    private let patience: Duration
    private let pause: Duration

    /// How many conversations there are at a time; each has its `patience`.
    private static let places = 16

    /// - Parameters:
    ///   - directory: the state directory, whose lock this program holds.
    ///   - deliver: what happens to a link.
    ///   - onFailure: told in a sentence, once, when no links can be taken; the demo works all the same.
    ///   - patience: how long a sender may take.
    ///   - pause: how long to wait before links are to be taken again after that went wrong.
    init(
        in directory: String, deliver: @escaping @Sendable (String) -> Void, onFailure: @escaping @Sendable (String) -> Void,
        patience: Duration = LinkSocket.patience, pause: Duration = .seconds(1)
    ) {
        self.directory = directory
        self.deliver = deliver
        self.onFailure = onFailure
        self.patience = patience
        self.pause = pause
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var isTold = false
            while !Task.isCancelled {
                do {
                    try await LinkSocket.withPath(in: directory) { try await serve(on: $0) }
                } catch {
                    guard !Task.isCancelled else { return }
                    if !isTold {
                        onFailure(
                            "The running wallet takes no links from later starts for now: its socket in \(directory) cannot be used. "
                                + "It tries again.")
                    }
                    isTold = true
                }
                // Perhaps no descriptor was left, or the directory was away: that may pass.
                try? await Task.sleep(for: pause)
            }
        }
    }

    private func serve(on path: String) async throws {
        // Whoever has the lock owns the socket; one that lies there is left from a program that was killed.
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true, childChannelInitializer: LinkSocket.wrap)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await server.executeThenClose { connections in
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            await withTaskGroup { conversations in
                var places = Self.places
                do {
                    for try await connection in connections {
                        // Whoever breaks off a conversation ends that one only.
                        conversations.addTask { try? await take(from: connection) }
                        places -= 1
                        // Whoever comes now waits, in the end where the system keeps connections, until a place is free.
                        if places == 0 {
                            await conversations.next()
                            places += 1
                        }
                    }
                } catch {
                    // Nobody can be let in; those who are in are served.
                }
            }
        }
        if !Task.isCancelled { throw ChannelError.eof }
    }

    private func take(from connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        try await connection.executeThenClose { inbound, outbound in
            guard try await LinkSocket.isOurs(connection.channel) else { return }
            let link = try await LinkSocket.line(from: inbound, within: patience)
            let isTaken = link.map(SimulatedPhone.acceptsLink) ?? false
            if let link, isTaken { deliver(link) }
            try await outbound.write(ByteBuffer(string: (isTaken ? LinkSocket.taken : LinkSocket.refused) + "\n"))
        }
    }
}
