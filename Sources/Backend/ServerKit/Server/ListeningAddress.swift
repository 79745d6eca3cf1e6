// SPDX-License-Identifier: EUPL-1.2

import NIOCore
import NIOPosix

/// The host and port of a listener.
package struct ListeningAddress: Sendable, Hashable {
    /// The name or address to listen on.
    package let host: String
    /// The port; 0 for any free port.
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Opens all listeners and closes them again. A server calls this before it makes its first file, so that a port in use changes
    /// nothing.
    ///
    /// - Throws: `ListenError` for the first address that cannot be used, or is there twice.
    package static func check(_ addresses: [ListeningAddress]) async throws {
        var channels: [any Channel] = []
        var failure: (any Error)?
        for (index, address) in addresses.enumerated() {
            do {
                channels.append(try await address.open())
            } catch {
                failure = error
                if let refusal = ListenError(address, error) {
                    // The earlier listeners are open; one on all addresses of the machine also takes the port of a single address.
                    let isOwn = refusal.isPortInUse && addresses[..<index].contains { $0.port == address.port }
                    failure = isOwn ? ListenError.used(twice: address) : refusal
                }
                break
            }
        }
        for channel in channels { try? await channel.close().get() }
        if let failure { throw failure }
    }

    /// Opens a listener with the options of a server. It accepts no connection, which would stay open without an answer after the check.
    private func open() async throws -> any Channel {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(ChannelOptions.autoRead, value: false)
            .bind(host: host, port: port).get()
    }
}
