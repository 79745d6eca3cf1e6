// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import Foundation
import HSM
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JOSE
import JSON
import Logging
import NIOCore
import NIOEmbedded
import PhoneSimulator
import ProviderProtocol
import ServerKit
import StatusList
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP

/// The protocol as clients see it: paths, statuses, problem documents.
struct HTTPTests {
    let test: TestProvider
    let log = LogRecorder()

    init() throws {
        test = try TestProvider()
    }

    struct Answer: Sendable {
        let status: Int
        let type: String?
        let headers: HTTPFields
        let body: [UInt8]

        /// The problem, if the body is a well-formed problem document.
        var problem: ProviderProblem? {
            type == ProviderProblem.mediaType ? try? ProviderProblem(parsing: body, status: status) : nil
        }
    }

    /// Calls a body with a function that sends requests to the routes.
    func serving(
        _ body: @escaping @Sendable (_ send: @Sendable (HTTPRequest.Method, String, [UInt8]) async throws -> Answer) async throws -> Void
    ) async throws {
        let routes = ProviderRoutes(
            provider: test.provider, limiter: RequestLimiter(.none), timeouts: .patient, logger: log.logger
        ) { "00000000000000ff" }
        try await Application(router: routes.router(), logger: log.logger).test(.router) { client in
            try await body { method, path, bytes in
                try await client.execute(uri: path, method: method, body: ByteBuffer(bytes: bytes)) { response in
                    Answer(
                        status: response.status.code, type: response.headers[.contentType], headers: response.headers,
                        body: Array(response.body.readableBytesView))
                }
            }
        }
    }

    @Test func `a wallet registers and unlocks`() async throws {
        try await serving { [test] send in
            let enrolled = try await send(.post, Endpoint.enroll.path, Array("{}".utf8))
            #expect(enrolled.status == 200)
            #expect(enrolled.type == "application/json")
            #expect(enrolled.headers[.cacheControl] == "no-store")
            var phone = TestPhone()
            let challenge = try SingleMemberAnswer(parsing: enrolled.body, expecting: .challenge).value
            phone.walletID = try await test.verified(challenge, as: EnrolmentChallenge.self).walletID
            let registration = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
            let registered = try await send(.post, Endpoint.createWallet.path, registration.encode())
            #expect(registered.status == 201)
            phone.certificate = try RegistrationAnswer(parsing: registered.body).certificate
            let answer = try await send(.get, Endpoint.beacon.path, [])
            #expect(answer.status == 200)
            #expect(answer.type == "application/json")
            #expect(answer.headers[.cacheControl] == "no-store")
            var beacon = try SingleMemberAnswer(parsing: answer.body, expecting: .beacon).value
            for _ in 1...2 {
                let unlocked = try await send(.post, Endpoint.instruction(.checkPIN).path, try phone.checkPIN(beacon).encode())
                #expect(unlocked.status == 200)
                // Each answer brings the beacon for the next message.
                beacon = try InstructionAnswer(parsing: unlocked.body).beacon
            }
        }
    }

    @Test func `the keys are a JWK set with ids and uses`() async throws {
        try await serving { [test] send in
            let answer = try await send(.get, Endpoint.keys.path, [])
            #expect(answer.status == 200)
            let set = try JSONObject(parsing: answer.body)
            guard case .array(let keys) = set["keys"] else { throw ProtocolViolation("no array of keys") }
            let objects = keys.compactMap { if case .object(let object) = $0 { object } else { nil } }
            #expect(objects.map { $0["use"] } == ["certificate", "result"])
            for object in objects {
                #expect(object.members.map(\.name) == ["kty", "crv", "x", "y", "kid", "use"])
            }
            let expected = try await test.provider.publicKeys(for: .certificate).first?.keyID
            #expect(objects.first?["kid"] == expected.map(JSONValue.string))
        }
    }

    @Test func `every problem that a wallet can meet has its type and status`() async throws {
        var phone = try await test.registeredPhone()
        let wrong = P256.Signing.PrivateKey()
        let path = Endpoint.instruction(.checkPIN).path
        let beacon = try await test.beacon()
        var requests: [(body: [UInt8], problem: ProviderProblem)] = []
        requests.append((try phone.checkPIN("AAAA").encode(), .challengeRejected))
        var other = phone
        other.certificate = "a.b.c"
        requests.append((try other.checkPIN(beacon).encode(), .certificateRejected))
        other = phone
        other.audience = "https://other.example"
        requests.append((try other.checkPIN(beacon).encode(), .instructionRejected))
        requests.append((Array("garbage".utf8), .malformedRequest))
        phone.sequenceNumber += 10
        phone.counter += 10
        requests.append((try phone.checkPIN(beacon, pinKey: wrong).encode(), .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false)))
        try await serving { [requests] send in
            for (body, problem) in requests {
                let answer = try await send(.post, path, body)
                #expect(answer.problem == problem)
                #expect(answer.status == problem.status)
            }
        }
        for _ in 1...2 { _ = try await test.tryPIN(&phone, right: false) }
        let fourth = try phone.checkPIN(try await test.beacon(), pinKey: wrong).encode()
        try await serving { send in
            let answer = try await send(.post, path, fourth)
            #expect(answer.problem == .pinTimeout(timeLeft: 60_000))
        }
        try test.setAttempts(16, of: phone)
        let blocked = try phone.checkPIN(try await test.beacon()).encode()
        try await serving { send in
            let answer = try await send(.post, path, blocked)
            #expect(answer.problem == .accountBlocked)
        }
        try test.revoke(phone, reason: "user_request")
        let revoked = try phone.checkPIN(try await test.beacon()).encode()
        try await serving { send in
            let answer = try await send(.post, path, revoked)
            #expect(answer.problem == .accountRevoked(reason: "user_request", canRegisterNewWallet: true))
        }
    }

    @Test func `a rejected attestation is answered with the reason`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let body = try phone.registration(challenge: challenge, attestation: [1]).encode()
        try await serving { send in
            let answer = try await send(.post, Endpoint.createWallet.path, body)
            #expect(answer.problem == .attestationRejected(reason: "malformed"))
        }
    }

    @Test func `an outage is answered 503 with a retry time`() async throws {
        test.hsm.fail(.signCertificate)
        try await serving { send in
            let answer = try await send(.post, Endpoint.enroll.path, Array("{}".utf8))
            #expect(answer.problem == .unavailable)
            #expect(answer.headers[.retryAfter] == "2")
        }
    }

    static let strays: [(method: HTTPRequest.Method, path: String)] = [
        (.get, "/"), (.get, "/api/v1/enroll"), (.put, "/api/v1/enroll"), (.delete, "/api/v1/createwallet"), (.post, "/api/v1/keys"),
        (.post, "/api/v1/instructions/create_wallet"), (.post, "/api/v1/instructions/sign"), (.post, "/api/v1/instructions/"),
        (.post, "/api/v1/instructions/challenge"), (.post, "/api/v1/beacon"), (.get, "/api/v1/beacon/1"), (.get, "/api/v1/beacons"),
        (.post, "/api/v2/enroll"), (.post, "/internal/revoke-solution"), (.get, "/health"), (.post, "/api/v1/enroll/../keys"),
    ]

    @Test(arguments: strays)
    func `an unknown path is a malformed request`(_ stray: (method: HTTPRequest.Method, path: String)) async throws {
        try await serving { send in
            let answer = try await send(stray.method, stray.path, Array("{}".utf8))
            #expect(answer.status == 400)
            #expect(answer.problem == .malformedRequest)
        }
    }

    @Test(arguments: [Endpoint.enroll.path, Endpoint.createWallet.path, Endpoint.instruction(.walletStatus).path])
    func `garbage and oversized bodies are malformed requests`(_ path: String) async throws {
        let bodies: [[UInt8]] = [
            [], [0], Array("null".utf8), Array("[]".utf8), [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], [0xFF, 0xFE],
            Array(String(repeating: "[", count: 60_000).utf8), [UInt8](repeating: 0x20, count: 65_536),
            [UInt8](repeating: 0x20, count: 65_537), [UInt8](repeating: 0x20, count: 1_000_000),
        ]
        try await serving { send in
            for body in bodies {
                let answer = try await send(.post, path, body)
                #expect(answer.problem == .malformedRequest)
            }
        }
    }

    @Test func `an incomplete body is a malformed request and not an error of the provider`() async throws {
        struct Gone: Error {}
        let body = AsyncThrowingStream<ByteBuffer, any Error> { continuation in
            continuation.yield(ByteBuffer(string: "{"))
            continuation.finish(throwing: Gone())
        }
        let routes = ProviderRoutes(
            provider: test.provider, limiter: RequestLimiter(.none), timeouts: .patient, logger: log.logger
        ) { "00000000000000ff" }
        let head = HTTPRequest(method: .post, scheme: "https", authority: "localhost", path: Endpoint.enroll.path)
        let response = try await routes.router().buildResponder().respond(
            to: Request(head: head, body: RequestBody(asyncSequence: body)),
            context: ProviderContext(source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: log.logger)))
        #expect(response.status == .badRequest)
        #expect(log.lines.contains { $0.contains("problem=malformed_request") })
    }

    @Test func `a status list of attestations is public and briefly cacheable`() async throws {
        try await serving { send in
            let answer = try await send(.get, Endpoint.statusList(number: "1").path, [])
            #expect(answer.status == 200)
            #expect(answer.type == StatusListToken.mediaType)
            #expect(answer.headers[.cacheControl] == "public, max-age=15")
            #expect(try CompactJWS(parsing: String(decoding: answer.body, as: UTF8.self)).payload.isEmpty == false)
            for stray in ["0", "2", "x", "1%2F2", "%00"] {
                let refused = try await send(.get, "/api/v1/status-lists/" + stray, [])
                #expect(refused.status == 400)
                #expect(refused.problem == .malformedRequest)
                #expect(refused.headers[.cacheControl] == "no-store")
            }
        }
    }

    @Test func `a PIN is logged in the line of its request, and no second line`() async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        let wrong = try phone.checkPIN(beacon, pinKey: P256.Signing.PrivateKey()).encode()
        let right = try phone.checkPIN(beacon).encode()
        try await serving { send in
            // The repetition gets the answer of the first without a verification.
            for body in [wrong, wrong, right] { _ = try await send(.post, Endpoint.instruction(.checkPIN).path, body) }
        }
        let lines = log.lines.filter { $0.contains("route=/api/v1/instructions/check_pin") || $0.contains("PIN") }
        #expect(lines.count == 3)
        let verdicts = lines.map { line in ["pin_right=false", "pin_right=true", "pin_attempt=1", "pin_attempt=2"].filter(line.contains) }
        #expect(verdicts == [["pin_right=false", "pin_attempt=1"], [], ["pin_right=true", "pin_attempt=2"]])
    }

    @Test func `the log has route, status, problem, correlation id and duration, and no personal data`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        let secrets = [phone.walletID.text, phone.certificate, request.message.text, String(request.message.text.prefix(60))]
        try await serving { send in
            _ = try await send(.post, Endpoint.instruction(.checkPIN).path, request.encode())
            _ = try await send(.post, "/api/v1/canary-path?canary=query", Array("canary-body".utf8))
        }
        let lines = log.lines
        #expect(lines.contains { $0.contains("route=/api/v1/instructions/check_pin") && $0.contains("problem=incorrect_pin") })
        #expect(
            lines.contains { $0.contains("status=403") && $0.contains("correlation_id=00000000000000ff") && $0.contains("duration_ms=") })
        for line in lines {
            #expect(!line.contains("canary"))
            #expect(secrets.allSatisfy { !line.contains($0) })
        }
    }
}
