// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import HummingbirdTesting
import Logging
import ServerKit
import ServiceLifecycle
import Synchronization
import TestEnvironment
import Testing

/// The conditions under which a server is ready (F-S1, F-S16), and the access to its health (T-S5).
struct HealthTests {
    private final class Now: Sendable {
        let instant = Mutex(ContinuousClock.now)
        func pass(_ duration: Duration) { instant.withLock { $0 += duration } }
    }

    @Test func `the server is ready if it listens, all parts answer, and it is not shutting down`() {
        let health = ServiceHealth(parts: ["database", "hsm"], maximumAge: .seconds(60))
        #expect(!health.isReady && !health.hasStarted)
        health.markStarted()
        #expect(health.hasStarted && !health.isReady, "nobody has looked at the parts yet")
        health.note("database", isUp: true)
        #expect(!health.isReady)
        health.note("hsm", isUp: true)
        #expect(health.isReady)
        health.note("hsm", isUp: false)
        #expect(!health.isReady && health.hasStarted)
        health.note("hsm", isUp: true)
        health.beginDraining()
        #expect(!health.isReady)
    }

    @Test func `a part whose check hangs counts as down`() {
        let now = Now()
        let health = ServiceHealth(parts: ["hsm"], maximumAge: .seconds(5)) { now.instant.withLock { $0 } }
        health.markStarted()
        health.note("hsm", isUp: true)
        now.pass(.seconds(5))
        #expect(health.isReady)
        now.pass(.milliseconds(1))
        #expect(!health.isReady)
        health.note("hsm", isUp: true)
        #expect(health.isReady)
    }

    @Test func `only the listed parts affect readiness`() {
        let health = ServiceHealth(parts: ["hsm"], maximumAge: .seconds(60))
        health.markStarted()
        health.note("other", isUp: true)
        #expect(!health.isReady && health.parts.map(\.name) == ["hsm"])
    }

    @Test func `the routes answer by status and part name, and no other route exists`() async throws {
        let log = LogRecorder()
        let health = ServiceHealth(parts: ["database", "hsm"], maximumAge: .seconds(60))
        let routes = InternalRoutes(health: health, logger: log.logger) { "metric 1\n" }
        try await Application(router: routes.router(), logger: log.logger).test(.router) { client in
            func get(_ path: String) async throws -> String {
                try await client.execute(uri: path, method: .get) { "\($0.status.code) \(String(buffer: $0.body))" }
            }
            #expect(try await get("/health/live") == #"200 {"status":"live"}"#)
            #expect(try await get("/health/started") == #"503 {"status":"starting"}"#)
            #expect(try await get("/health/ready") == #"503 {"status":"not_ready","parts":{"database":"down","hsm":"down"}}"#)
            health.markStarted()
            for part in ["database", "hsm"] { health.note(part, isUp: true) }
            #expect(try await get("/health/started") == #"200 {"status":"started"}"#)
            #expect(try await get("/health/ready") == #"200 {"status":"ready","parts":{"database":"up","hsm":"up"}}"#)
            health.beginDraining()
            #expect(try await get("/health/ready") == #"503 {"status":"draining","parts":{"database":"up","hsm":"up"}}"#)
            #expect(try await get("/health/live").hasPrefix("200"))
            #expect(try await get("/metrics") == "200 metric 1\n")
            for path in ["/", "/health", "/metrics/x", "/debug", "/api/v1/keys"] { #expect(try await get(path).hasPrefix("404")) }
            let posted = try await client.execute(uri: "/health/live", method: .post) { $0.status.code }
            #expect(posted == 404)
        }
        #expect(log.lines.allSatisfy { !$0.hasPrefix("info") || $0.contains("status=") })
    }

    @Test func `a part that was down is checked again after a second`() async throws {
        let clock = ManualClock()
        let health = ServiceHealth(parts: ["database"], maximumAge: .seconds(60))
        health.markStarted()
        let isUp = Mutex(false)
        struct Down: Error {}
        let probe = HealthProbe("database", of: health, clock: clock, logger: LogRecorder().logger) {
            if !isUp.withLock({ $0 }) { throw Down() }
        }
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await probe.run() }
            #expect(await clock.nextSleep() == .seconds(1))
            #expect(!health.isReady)
            isUp.withLock { $0 = true }
            clock.advance(by: .seconds(1))
            #expect(await clock.nextSleep() == .seconds(1))
            #expect(health.isReady)
            group.cancelAll()
        }
    }

    @Test func `a shutdown is visible to load balancers immediately and continues after its pause`() async throws {
        let clock = ManualClock()
        let health = ServiceHealth(parts: [], maximumAge: .seconds(60))
        health.markStarted()
        let draining = Draining(health, pause: .seconds(7), clock: clock)
        let group = ServiceGroup(services: [draining], logger: LogRecorder().logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            await group.triggerGracefulShutdown()
            #expect(await clock.nextSleep() == .seconds(7))
            #expect(health.isDraining && !health.isReady)
            clock.advance(by: .seconds(7))
            try await tasks.waitForAll()
        }
    }

    @Test func `a probe records each result of its check, logs only changes, and never logs an error's text`() async throws {
        struct Canary: Error { let secret = "canary" }
        let log = LogRecorder()
        let health = ServiceHealth(parts: ["database"], maximumAge: .seconds(60))
        let answers = Mutex([true, false, false, true])
        let seen = Mutex<[Bool]>([])
        let (done, continuation) = AsyncStream<Void>.makeStream()
        let probe = HealthProbe("database", of: health, interval: .zero, logger: log.logger) {
            seen.withLock { $0.append(health.parts[0].isUp) }
            let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let answer else {
                continuation.finish()
                return
            }
            if !answer { throw Canary() }
        }
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await probe.run() }
            for await _ in done {}
            group.cancelAll()
        }
        let before = seen.withLock { Array($0.prefix(5)) }
        #expect(before == [false, true, false, false, true])
        let lines = log.lines.map { $0.split(separator: " part=")[0] }
        #expect(lines == ["error does not answer", "notice answers again"])
        #expect(!log.text.contains("canary"))
    }
}
