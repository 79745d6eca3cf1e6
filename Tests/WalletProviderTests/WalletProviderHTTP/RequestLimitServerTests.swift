// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import ProviderProtocol
import ServerKit
import TestEnvironment
import Testing
import WalletProviderHTTP

/// `too_many_requests` from a server on a real port.
@Suite(.timeLimit(.minutes(20)))
struct RequestLimitServerTests {
    let stage: TLSStage

    init() throws {
        stage = try TLSStage()
    }

    struct Answer: Sendable {
        let status: Int
        let retryAfter: Int?
        let isTooManyRequests: Bool
    }

    typealias Send = @Sendable (_ endpoint: Endpoint, _ body: String, _ forwarded: [String]) async throws -> Answer

    /// Runs a server, whose time stands still, and a client during the body.
    func serving(_ limits: RequestLimits, _ body: @escaping @Sendable (_ send: @escaping Send) async throws -> Void) async throws {
        try await stage.withClient(trusting: [stage.authority.rootCertificate]) { client in
            let now = ContinuousClock.now
            try await stage.serving(limits: limits, steady: { now }) { port in
                try await body { endpoint, text, forwarded in
                    var request = HTTPClientRequest(url: "https://localhost:\(port)\(endpoint.path)")
                    let isRead = endpoint == .keys || endpoint == .beacon
                    request.method = isRead ? .GET : .POST
                    for value in forwarded { request.headers.add(name: "X-Forwarded-For", value: value) }
                    if !isRead { request.body = .bytes(ByteBuffer(string: text)) }
                    let response = try await client.execute(request, timeout: .seconds(60))
                    let bytes = Array(try await response.body.collect(upTo: 1 << 20).readableBytesView)
                    let problem = try? ProviderProblem(parsing: bytes, status: Int(response.status.code))
                    return Answer(
                        status: Int(response.status.code), retryAfter: response.headers.first(name: "Retry-After").flatMap { Int($0) },
                        isTooManyRequests: problem == .tooManyRequests
                            && response.headers.first(name: "Content-Type") == ProviderProblem.mediaType)
                }
            }
        }
    }

    @Test func `registrations above an address's limit are rejected with a retry time, and nothing else is`() async throws {
        try await serving(try RequestLimits(registrationPerAddress: 2)) { [stage] send in
            #expect(try await send(.enroll, "{}", []).status == 200)
            // Requests rejected for other reasons count, too.
            #expect(try await send(.createWallet, "{}", []).status == 400)
            for endpoint in [Endpoint.enroll, .createWallet] {
                // A forwarding header from an untrusted client does not change the address.
                let refused = try await send(endpoint, "{}", ["198.51.100.1"])
                #expect(refused.status == 429 && refused.isTooManyRequests)
                let seconds = try #require(refused.retryAfter)
                #expect((1...30).contains(seconds))
            }
            #expect(try await send(.keys, "", []).status == 200)
            #expect(try await send(.instruction(.checkPIN), "{}", []).status == 400)
            #expect(try await send(.beacon, "", []).status == 200)
            // Without the line that contains the server's own address.
            let text = stage.log.lines.filter { !$0.contains("listening") }.joined(separator: "\n")
            #expect(text.contains("problem=too_many_requests") && text.contains("status=429"))
            for address in ["127.0.0.1", "198.51.100.1", "::1"] { #expect(!text.contains(address)) }
        }
    }

    @Test func `registrations above the total limit are rejected for every address`() async throws {
        let proxies = try TrustedProxies(["127.0.0.1"])
        try await serving(try RequestLimits(registrationPerAddress: 2, registrationInAll: 3, trustedProxies: proxies)) { [stage] send in
            for (number, status) in [(1, 200), (1, 200), (1, 429), (2, 200), (3, 429), (4, 429)] {
                let answer = try await send(.enroll, "{}", ["198.51.100.\(number)"])
                #expect(answer.status == status, "\(number)")
            }
            #expect(!stage.log.text.contains("198.51.100"))
        }
    }

    @Test func `any request above an address's limit is rejected, whatever its path and size`() async throws {
        try await serving(try RequestLimits(perAddress: 3)) { send in
            #expect(try await send(.keys, "", []).status == 200)
            #expect(try await send(.instruction(.checkPIN), "{}", []).status == 400)
            #expect(try await send(.beacon, "", []).status == 200)
            for endpoint in [Endpoint.keys, .enroll, .createWallet, .beacon, .instruction(.sign)] {
                let answer = try await send(endpoint, String(repeating: " ", count: 60_000), [])
                #expect(answer.isTooManyRequests && (answer.retryAfter ?? 0) >= 1)
            }
        }
    }

    @Test func `behind a proxy each client has its own limit, an IPv6 network counts once, and no client borrows a limit`() async throws {
        let proxies = try TrustedProxies(["127.0.0.1", "10.0.0.0/8"])
        try await serving(try RequestLimits(registrationPerAddress: 1, trustedProxies: proxies)) { send in
            let requests: [(forwarded: [String], status: Int)] = [
                (["198.51.100.1"], 200), (["198.51.100.1"], 429), (["1.1.1.1, 198.51.100.1"], 429),
                (["1.1.1.2", "198.51.100.1, 10.0.0.1"], 429), (["198.51.100.2"], 200), (["2001:db8:1:2::1"], 200),
                (["2001:db8:1:2:ffff::2"], 429), (["2001:db8:1:3::1"], 200), ([], 200), (["garbage"], 429),
            ]
            for (forwarded, status) in requests {
                let answer = try await send(.enroll, "{}", forwarded)
                #expect(answer.status == status, "\(forwarded)")
            }
        }
    }

    @Test func `parallel registrations never exceed the limit`() async throws {
        try await serving(try RequestLimits(registrationPerAddress: 7)) { send in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<30 { group.addTask { try await send(.enroll, "{}", []).status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == Array(repeating: 200, count: 7) + Array(repeating: 429, count: 23))
        }
    }
}
