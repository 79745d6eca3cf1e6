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

    /// - Parameters:
    ///   - directory: the state directory, whose lock this program holds.
    ///   - deliver: what happens to a link.
    ///   - onFailure: told in a sentence when no links can be taken; the demo works all the same.
    init(in directory: String, deliver: @escaping @Sendable (String) -> Void, onFailure: @escaping @Sendable (String) -> Void) {
        self.directory = directory
        self.deliver = deliver
        self.onFailure = onFailure
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            do {
                try await LinkSocket.withPath(in: directory) { try await serve(on: $0) }
            } catch {
                guard !Task.isCancelled else { return }
                onFailure("The running wallet cannot take links from later starts: its socket in \(directory) cannot be used.")
                try? await gracefulShutdown()
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
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    // Whoever breaks off a conversation ends that one only.
                    group.addTask { try? await take(from: connection) }
                }
            }
        }
    }

    private func take(from connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        try await connection.executeThenClose { inbound, outbound in
            guard try await LinkSocket.isOurs(connection.channel) else { return }
            let link = try await LinkSocket.line(from: inbound)
            let isTaken = link.map(SimulatedPhone.acceptsLink) ?? false
            if let link, isTaken { deliver(link) }
            try await outbound.write(ByteBuffer(string: (isTaken ? LinkSocket.taken : LinkSocket.refused) + "\n"))
        }
    }
}
