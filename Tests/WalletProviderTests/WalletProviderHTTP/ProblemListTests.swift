// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import NIOCore
import PhoneSimulator
import ProviderProtocol
import ServerKit
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP

/// Every answer of the protocol's list is served over HTTP, and no other answer, whatever the request.
struct ProblemListTests {
    let test: TestProvider
    let log = LogRecorder()

    init() throws {
        test = try TestProvider()
    }

    /// The list of ProviderProtocol.docc, *Problems*: status, type, and members besides `type`, `title` and `status`.
    static let list: Set<String> = [
        "400 malformed_request", "401 challenge_rejected", "401 certificate_rejected", "403 attestation_rejected reason",
        "403 incorrect_pin attempts_left_in_round is_final_round", "403 pin_timeout time_left_ms", "403 account_blocked",
        "403 account_revoked can_register_new_wallet revocation_reason", "409 instruction_rejected", "429 too_many_requests",
        "500 unexpected correlation_id", "503 unavailable",
    ]
    /// The successful answers.
    static let successes: Set<String> = ["200 challenge", "200 beacon", "201 certificate revocation_code", "200 beacon result", "200 keys"]

    struct Unheard: Error {}

    /// Sends a request to the routes and returns one line that describes the answer.
    func answer(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8], headers: HTTPFields = [:], limiter: RequestLimiter? = nil
    ) async throws -> String {
        let routes = ProviderRoutes(
            provider: test.provider, limiter: limiter ?? RequestLimiter(.none), timeouts: .patient, logger: log.logger
        ) {
            "00000000000000ff"
        }
        let router = routes.router()
        // An error that no part of the provider throws, but that the framework might.
        router.get("/unheard") { _, _ -> String in throw Unheard() }
        return try await Application(router: router, logger: log.logger).test(.router) { client in
            try await client.execute(uri: path, method: method, headers: headers, body: ByteBuffer(bytes: body)) { response in
                let object = try JSONObject(parsing: Array(response.body.readableBytesView))
                let names = object.members.map(\.name)
                guard let type = object["type"], case .string(let text) = type else {
                    #expect(response.headers[.contentType] == "application/json")
                    return (["\(response.status.code)"] + names.sorted()).joined(separator: " ")
                }
                #expect(response.headers[.contentType] == ProviderProblem.mediaType)
                #expect(object["status"] == .integer(Int64(response.status.code)))
                #expect(object["title"] != nil)
                let members = names.filter { !["type", "title", "status"].contains($0) }.sorted()
                return (["\(response.status.code)", text] + members).joined(separator: " ")
            }
        }
    }

    func post(_ endpoint: Endpoint, _ body: [UInt8]) async throws -> String { try await answer(.post, endpoint.path, body) }

    func send(_ request: ProviderRequest) async throws -> String {
        try await post(.instruction(request.message.claims.instruction), request.encode())
    }

    @Test func `a wallet's life produces all answers of the list and no others`() async throws {
        var seen: Set<String> = []
        seen.insert(try await answer(.get, Endpoint.keys.path, []))
        seen.insert(try await post(.enroll, Array("{}".utf8)))

        var phone = TestPhone()
        let enrolment = try await test.enroll(&phone)
        seen.insert(try await post(.createWallet, try phone.registration(challenge: enrolment, attestation: [1]).encode()))
        let registration = try phone.registration(challenge: enrolment, by: test.authority, now: test.clock.now)
        seen.insert(try await post(.createWallet, registration.encode()))
        phone.certificate = try await test.register(registration).certificate
        seen.insert(try await answer(.get, Endpoint.beacon.path, []))

        // Each instruction once valid with the right PIN, and once under an unknown beacon.
        for instruction in Instruction.allCases where instruction.hasRoute && instruction != .deregister {
            seen.insert(try await send(try await test.sample(instruction, from: &phone, pinKey: phone.pinKey)))
            seen.insert(try await send(try phone.message(instruction, "none")))
        }
        var current = try await test.registeredPhone()
        for _ in 1...4 {
            let challenge = try await test.beacon()
            seen.insert(try await send(try current.checkPIN(challenge, pinKey: P256.Signing.PrivateKey())))
        }
        try test.setAttempts(16, of: current)
        seen.insert(try await send(try await test.sample(.checkPIN, from: &current, pinKey: current.pinKey)))
        var stranger = current
        stranger.certificate = "a.b.c"
        seen.insert(try await send(try stranger.checkPIN("none")))
        test.hsm.fail(.publicKeys)
        seen.insert(try await post(.enroll, Array("{}".utf8)))
        test.hsm.fail()
        _ = try await test.revoker.revoke(current.walletID, because: .userRequest, by: .portal)
        seen.insert(try await send(try current.checkPIN("none")))
        seen.insert(try await answer(.get, "/unheard", []))
        let limiter = RequestLimiter(try RequestLimits(perAddress: 1))
        for _ in 1...2 { seen.insert(try await answer(.get, Endpoint.keys.path, [], limiter: limiter)) }

        #expect(seen == Self.list.union(Self.successes))
    }

    /// Bodies that are not messages of this protocol.
    static let hostileBodies: [String] = [
        "", " ", "null", "true", "1", "\"\"", "[]", "{", "}", "{}{}", "{\"message\"}", "{\"message\":1,\"device\":{}}", "\u{FEFF}{}",
        "{\"message\":\"\",\"message\":\"\",\"device\":{}}", "{\"m\\u0065ssage\":\"a\",\"message\":\"a\",\"device\":{}}",
        "{\"certificate\":null,\"message\":\"a\",\"device\":{}}", "{\"message\":\"e30\",\"device\":{\"type\":\"x\",\"value\":\"\"}}",
        "{\"message\":\"a.b.c\",\"device\":{\"type\":\"apple_assertion\",\"value\":\"AA==\"}}", "{\"more\":1}", "{'message':1}",
        "{\"message\":\"\u{0}\",\"device\":{}}", "<xml/>", "a=b&c=d", "NaN", "{\"a\":1e999}", "{\"a\":9007199254740993}",
        String(repeating: "[", count: 30_000), String(repeating: "{\"a\":", count: 10_000), String(repeating: "\"", count: 65_535),
        String(repeating: "0", count: 65_536), String(repeating: " ", count: 70_000),
    ]

    @Test(arguments: hostileBodies)
    func `any body sent to an endpoint is answered from the list`(_ body: String) async throws {
        var paths = [Endpoint.enroll.path, Endpoint.createWallet.path]
        paths += Instruction.allCases.filter(\.hasRoute).map { Endpoint.instruction($0).path }
        for path in paths {
            #expect(try await answer(.post, path, Array(body.utf8)) == "400 malformed_request")
        }
    }

    static let strays: [(HTTPRequest.Method, String)] = [
        (.get, "/api/v1/enroll"), (.put, "/api/v1/instructions/sign"), (.patch, "/api/v1/keys"), (.options, "/api/v1/keys"),
        (.trace, "/api/v1/createwallet"), (.connect, "/"), (.init("BREW") ?? .get, "/api/v1/enroll"),
        (.post, "/api/v1/instructions/unknown"),
        (.post, "/api/v1/instructions/challenge"), (.post, "/api/v1/beacon"), (.get, "/api/v1/beacon/more"), (.post, "//api/v1//enroll2"),
        (.post, "/api/v1/%65nroll%00"),
        (.post, "/%2e%2e/etc"),
        (.get, "/" + String(repeating: "a", count: 8000)), (.post, "/api/v1/instructions/CHECK_PIN"),
    ]

    @Test(arguments: strays.indices)
    func `any requested path is answered from the list`(_ index: Int) async throws {
        let (method, path) = Self.strays[index]
        #expect(try await answer(method, path, Array("{}".utf8)) == "400 malformed_request")
    }

    @Test func `headers do not change answers`() async throws {
        let headers: [HTTPFields] = [
            [.contentType: "text/xml"], [.contentType: "multipart/form-data; boundary=x"], [.accept: "text/html"],
            [.contentEncoding: "gzip"], [.authorization: "Bearer x"], [.contentType: ""],
        ]
        for fields in headers {
            #expect(try await answer(.post, Endpoint.enroll.path, Array("{}".utf8), headers: fields) == "200 challenge")
            #expect(try await answer(.post, Endpoint.createWallet.path, Array("{}".utf8), headers: fields) == "400 malformed_request")
        }
    }

    @Test func `an outage at any statement or HSM operation is answered from the list`() async throws {
        var phone = try await test.phoneWithPID()
        for instruction in Instruction.allCases where instruction.hasRoute && instruction != .deregister {
            for statement in FlakyStore.Statement.allCases {
                let request = try await test.sample(instruction, from: &phone, pinKey: phone.pinKey)
                test.store.fail(statement)
                let answer = try await send(request)
                test.store.fail()
                #expect(Self.list.union(Self.successes).contains(answer))
                #expect(!answer.contains("incorrect_pin") && !answer.contains("unexpected"))
            }
        }
    }
}
