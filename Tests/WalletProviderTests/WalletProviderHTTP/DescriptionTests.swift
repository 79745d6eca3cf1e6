// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import NIOCore
import ProviderProtocol
import ServerKit
import TestEnvironment
import Testing
import WalletProviderHTTP

/// The API description matches the served endpoints. Tests/DescriptionTests (Python) validate real answers against its schemas.
struct DescriptionTests {
    let test: TestProvider
    let log = LogRecorder()

    init() throws {
        test = try TestProvider()
    }

    private var routes: ProviderRoutes {
        ProviderRoutes(provider: test.provider, limiter: RequestLimiter(.none), timeouts: .patient, logger: log.logger)
    }

    private func object(_ value: JSONValue?) throws -> JSONObject {
        guard case .object(let object) = value else { throw JSONError(.wrongType, "no object") }
        return object
    }

    private func paths() throws -> JSONObject { try object(try JSONObject(parsing: ProviderDescription.document)["paths"]) }

    @Test func `the description has every route and no others`() throws {
        let served = Set(
            routes.router().routes.map {
                "\($0.method.rawValue.lowercased()) \($0.path.description.replacing(":number", with: "{number}"))"
            })
        var described: Set<String> = []
        for (path, item) in try paths().members {
            for (method, _) in try object(item).members { described.insert("\(method) \(path)") }
        }
        #expect(described == served)
        #expect(served.count == Instruction.allCases.filter(\.hasRoute).count + 6)
    }

    @Test func `the description has every problem type with its status, each in an answer of an endpoint`() throws {
        let document = try JSONObject(parsing: ProviderDescription.document)
        let schemas = try object(try object(document["components"])["schemas"])
        let text = String(decoding: try object(document["paths"]).encode(), as: UTF8.self)
        for problem: ProviderProblem in [
            .malformedRequest, .challengeRejected, .certificateRejected, .attestationRejected(reason: ""),
            .incorrectPIN(attemptsLeftInRound: 1, isFinalRound: true), .pinTimeout(timeLeft: 1), .accountBlocked,
            .accountRevoked(reason: "", canRegisterNewWallet: true), .instructionRejected, .tooManyRequests,
            .unexpected(correlationID: ""), .unavailable,
        ] {
            let properties = try object(try object(schemas["problem_" + problem.type])["properties"])
            #expect(try object(properties["status"])["const"] == .integer(Int64(problem.status)))
            #expect(
                text.contains("#\\/components\\/schemas\\/problem_\(problem.type)") || text.contains("/schemas/problem_\(problem.type)\""))
        }
    }

    @Test func `the description is served unchanged with the headers it promises`() async throws {
        try await Application(router: routes.router(), logger: log.logger).test(.router) { client in
            try await client.execute(uri: ProviderDescription.path, method: .get) { response in
                #expect(response.status == .ok && response.headers[.contentType] == "application/json")
                #expect(Array(response.body.readableBytesView) == ProviderDescription.document)
                let name = try #require(HTTPField.Name(CorrelationID.headerName))
                #expect(try #require(response.headers[name]).count == 16)
            }
        }
    }

    @Test func `every answer to garbage, an outage or an unknown client is in the endpoint's list`() async throws {
        let paths = try paths()
        var phone = try await test.registeredPhone()
        let stranger = try phone.message(.walletStatus, try await test.beacon()).encode()
        try test.revoke(phone, reason: "user_request")
        test.hsm.fail(.signCertificate)
        let bodies = [Array("{}".utf8), Array("garbage".utf8), stranger, [UInt8](repeating: 0x20, count: 70_000)]
        try await Application(router: routes.router(), logger: log.logger).test(.router) { client in
            for (path, item) in paths.members {
                guard case .object(let item) = item, case .object(let operation) = item["post"],
                    case .object(let answers) = operation["responses"]
                else { continue }
                for body in bodies {
                    try await client.execute(uri: path, method: .post, body: ByteBuffer(bytes: body)) { response in
                        #expect(answers["\(response.status.code)"] != nil, "\(path) \(response.status.code)")
                    }
                }
            }
        }
    }
}
