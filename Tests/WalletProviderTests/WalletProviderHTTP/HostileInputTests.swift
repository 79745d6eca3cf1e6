// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Crypto
import Deadlines
import Foundation
import HostileBodies
import Hummingbird
import HummingbirdTesting
import JSON
import Logging
import NIOCore
import ProviderProtocol
import ServerKit
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP

/// Invalid bodies at every endpoint: the answer is a problem document, and no counter changes (F-J1…J4, F-J7, F-J8).
struct HostileInputTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    private static let endpoints: [Endpoint] =
        [.enroll, .createWallet] + Instruction.allCases.filter(\.hasRoute).map(Endpoint.instruction)

    @Test func `every endpoint answers invalid input with a problem document, and nothing is counted or stored`() async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        let registration = try await newRegistration()
        let (row, accounts, messages) = (try test.row(of: phone), try test.count("account"), try test.count("message"))
        let log = LogRecorder()
        let routes = ProviderRoutes(
            provider: test.provider, limiter: RequestLimiter(.none), timeouts: .patient, logger: log.logger
        ) { "00000000000000ff" }
        let slowest = try await Application(router: routes.router(), logger: log.logger).test(.router) { [phone] client in
            var slowest: (Duration, String) = (.zero, "")
            for endpoint in Self.endpoints {
                for (name, body) in HostileBodies.json + (try Self.bodies(for: endpoint, phone, beacon, registration)) {
                    let start = ContinuousClock.now
                    let (status, type, problem) = try await client.execute(
                        uri: endpoint.path, method: .post, body: ByteBuffer(bytes: body)
                    ) { response in
                        let bytes = Array(response.body.readableBytesView)
                        return (
                            response.status.code, response.headers[.contentType],
                            try? ProviderProblem(parsing: bytes, status: response.status.code)
                        )
                    }
                    slowest = max(slowest, (ContinuousClock.now - start, "\(endpoint.path): \(name)"), by: { $0.0 < $1.0 })
                    if !(400..<500).contains(status) || type != ProviderProblem.mediaType || problem == nil {
                        Issue.record("\(endpoint.path): \(name): \(status) \(type ?? "no type")")
                    }
                }
            }
            return slowest
        }
        print("slowest hostile request: \(slowest.0), \(slowest.1)")
        #expect(try test.row(of: phone) == row)
        #expect(try test.count("account") == accounts)
        #expect(try test.count("message") == messages)
        // The wallet's next message is accepted: no request has used its number.
        #expect(await test.problem(of: try phone.checkPIN(beacon)) == nil)
    }

    private func newRegistration() async throws -> ProviderRequest {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        return try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
    }

    /// Bodies that are nearly valid for an endpoint.
    private static func bodies(
        for endpoint: Endpoint, _ phone: TestPhone, _ challenge: String, _ registration: ProviderRequest
    ) throws -> [(String, [UInt8])] {
        var phone = phone
        let request: ProviderRequest
        switch endpoint {
        case .enroll: return [("a member", Array(#"{"a":1}"#.utf8))]
        case .createWallet: request = registration
        case .instruction(let instruction):
            // With data that this instruction does not take, so that even the unmodified request is rejected.
            request = try phone.message(instruction, challenge, data: ["unknown": true])
        default: return []
        }
        return try HostileBodies.around(request.encode()) + (endpoint == .createWallet ? registrations(registration) : [])
    }

    /// Registrations with invalid attestations. Their signatures are invalid, too, but the attestation is checked first.
    private static func registrations(_ registration: ProviderRequest) throws -> [(String, [UInt8])] {
        let claims = registration.message.claims
        var bodies: [(String, [UInt8])] = []
        for (name, object) in try HostileBodies.attestations(of: claims.data) {
            var changed = TestPhone()
            changed.walletID = claims.walletID
            let message = try InstructionMessage(
                changed.claims(.createWallet, challenge: claims.challenge, data: object), signedBy: changed.pinKey)
            bodies.append((name, try changed.request(message, certificate: nil).encode()))
        }
        return bodies
    }
}

private func max<Value>(_ left: Value, _ right: Value, by isLess: (Value, Value) -> Bool) -> Value { isLess(left, right) ? right : left }
