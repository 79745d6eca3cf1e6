// SPDX-License-Identifier: EUPL-1.2

import Foundation
import NIOCore
import NIOPosix
import TestEnvironment
import Testing

@testable import wallet

/// Links are accepted whatever else happens at the socket.
@Suite(.timeLimit(.minutes(20))) struct LinkReceiverTests {
    private let directory: TemporaryDirectory
    private var path: String { directory.path("state") }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private final class Taken: Sendable {
        private let state = Recorded<(links: [String], failures: Int)>(([], 0))
        var links: [String] { state.value.links }
        var failures: Int { state.value.failures }
        func add(_ link: String) { state.change { $0.links.append(link) } }
        func hasFailed() async { await state.wait { $0.failures > 0 } }
        func fail() { state.change { $0.failures += 1 } }
    }

    /// Runs a receiver while the body runs.
    private func receiving(
        in path: String? = nil, on clock: any Clock<Duration> = ContinuousClock(), _ body: (Taken) async throws -> Void
    ) async throws -> Taken {
        let taken = Taken()
        try await withThrowingTaskGroup { group in
            let receiver = LinkReceiver(
                in: path ?? self.path, deliver: { taken.add($0) }, onFailure: { _ in taken.fail() },
                patience: DemoTimeouts.patient.link, pause: .milliseconds(10), clock: clock)
            group.addTask { try await receiver.run() }
            try await body(taken)
            group.cancelAll()
        }
        return taken
    }

    /// Sends a link as a second start does, which waits for a first start in progress.
    private func send(_ link: String, to path: String? = nil) async throws {
        while try await !LinkSender(to: path ?? self.path, patience: DemoTimeouts.patient.link).send(link) { await Task.yield() }
    }

    @Test func `links are received again after their socket was unusable for a while`() async throws {
        let taken = try await receiving { taken in
            await taken.hasFailed()
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try await send("https://app.example/1")
        }
        #expect(taken.links == ["https://app.example/1"])
        // The failure is reported once, after any number of attempts.
        #expect(taken.failures == 1)
    }

    @Test func `a path longer than a socket's name may be needs no link in the temporary directory while links are received`() async throws
    {
        let long = directory.path(String(repeating: "d", count: 120))
        try FileManager.default.createDirectory(atPath: long, withIntermediateDirectories: true)
        let taken = try await receiving(in: long) { _ in
            try await send("https://app.example/1", to: long)
            let files = FileManager.default
            let place = files.temporaryDirectory.path
            let links = try files.contentsOfDirectory(atPath: place).filter { $0.hasPrefix("nl-wallet-") }
            #expect(!links.contains { (try? files.destinationOfSymbolicLink(atPath: place + "/" + $0)) == long })
        }
        #expect(taken.links == ["https://app.example/1"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: long).isEmpty)
    }

    @Test func `a sender that is silent until the time limit gets no answer, so that it does not take its link for refused`() async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let clock = ManualClock()
        let taken = try await receiving(on: clock) { _ in
            try await send("https://app.example/1")
            let answer = try await LinkSocket.withPath(in: path) { path in
                let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .connect(unixDomainSocketPath: path, channelInitializer: LinkSocket.wrap)
                return try await connection.executeThenClose { inbound, _ in
                    try await eventually { clock.sleeperCount == 1 }
                    clock.advance(by: DemoTimeouts.patient.link)
                    return try await LinkSocket.line(from: inbound, within: .seconds(600))
                }
            }
            #expect(answer == nil)
        }
        #expect(taken.links == ["https://app.example/1"])
    }

    @Test func `many silent connections do not block other connections, and only a limited number is accepted concurrently`() async throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let clock = ManualClock()
        let taken = try await receiving(on: clock) { _ in
            try await send("https://app.example/1")
            var silent: [any Channel] = []
            for _ in 0..<60 {
                silent.append(
                    try await LinkSocket.withPath(in: path) { path in
                        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(unixDomainSocketPath: path).get()
                    })
            }
            async let second: Void = send("https://app.example/2")
            // The silent connections fill all sixteen places three times. The last twelve leave one for the link behind them.
            for _ in 1...3 {
                try await eventually { clock.sleeperCount == 16 }
                clock.advance(by: DemoTimeouts.patient.link)
            }
            try await second
            for channel in silent { try? await channel.close() }
        }
        #expect(taken.links == ["https://app.example/1", "https://app.example/2"])
    }
}
