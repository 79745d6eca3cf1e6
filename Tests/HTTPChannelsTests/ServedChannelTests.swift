// SPDX-License-Identifier: EUPL-1.2

import HTTPChannels
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

struct ServedChannelTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static func http() -> HTTP1Channel {
        HTTP1Channel(responder: { _, _, _ in Issue.record("no request was sent") }, configuration: .init())
    }

    @Test func `a connection dropped before it is served is closed without ending the process`() async throws {
        let channel = NIOAsyncTestingChannel()
        let served = ServedChannel(Self.http())
        var accepted: ServedChannel<HTTP1Channel>.Accepted? = try await channel.testingEventLoop.executeInContext {
            served.setup(channel: channel, logger: Self.logger)
        }.get()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
        #expect(accepted?.channel.isActive == true)
        accepted = nil
        try await channel.closeFuture.get()
        #expect(!channel.isActive)
    }

    @Test func `without our channel, the framework ends the process when a connection closes before it is served`() async {
        await #expect(processExitsWith: .failure) {
            let channel = NIOAsyncTestingChannel()
            let http = HTTP1Channel(responder: { _, _, _ in }, configuration: .init())
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            _ = try await channel.testingEventLoop.executeInContext { http.setup(channel: channel, logger: logger) }.get()
            try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
            try await channel.close()
        }
    }

    @Test func `a served connection ends when its client disconnects`() async throws {
        let channel = NIOAsyncTestingChannel()
        let served = ServedChannel(Self.http())
        let accepted = try await channel.testingEventLoop.executeInContext {
            served.setup(channel: channel, logger: Self.logger)
        }.get()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
        async let serving: Void = served.handle(value: accepted, logger: Self.logger)
        try await channel.close()
        await serving
        #expect(!channel.isActive)
    }
}
