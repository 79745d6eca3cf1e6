// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ProviderProtocol
import ServerKit
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP

/// The work of a request has a task of its own, and belongs to the request's trace.
struct WorkTraceTests {
    private static let traceID = "4bf92f3577b34da6a3ce929d0e0e4736"

    /// Sends a PIN with this `traceparent` and returns the id of the trace in which it was verified.
    private func trace(with header: String?) async throws -> String? {
        let seen = Mutex<[String?]>([])
        let test = try TestProvider(observe: { event in
            if case .pinVerified = event { seen.withLock { $0.append(TraceContext.current?.traceID) } }
        })
        var phone = try await test.registeredPhone()
        let body = try phone.checkPIN(try await test.beacon()).encode()
        let (log, work) = (LogRecorder(), OngoingWork())
        let routes = ProviderRoutes(
            provider: test.provider, limiter: RequestLimiter(.none), timeouts: .production.measured(by: ManualClock()), logger: log.logger,
            work: work)
        let name = try #require(HTTPField.Name(TraceContext.headerName))
        let headers: HTTPFields = header.map { [name: $0] } ?? [:]
        let status = await work.run {
            try? await Application(router: routes.router(), logger: log.logger).test(.router) { client in
                try await client.execute(
                    uri: Endpoint.instruction(.checkPIN).path, method: .post, headers: headers, body: ByteBuffer(bytes: body)
                ) { $0.status.code }
            }
        }
        #expect(status == 200)
        let traces = seen.withLock { $0 }
        try #require(traces.count == 1)
        return traces[0]
    }

    @Test func `a PIN is verified in the trace of its request`() async throws {
        #expect(try await trace(with: "00-\(Self.traceID)-00f067aa0ba902b7-01") == Self.traceID)
    }

    @Test(arguments: [nil, "", "00-\(traceID)-canary", "00-\(traceID)-0000000000000000-01"])
    func `a PIN with a missing or malformed trace header is verified in a new trace`(_ header: String?) async throws {
        let found = try #require(try await trace(with: header))
        #expect(found.count == 32 && found != Self.traceID)
    }
}
