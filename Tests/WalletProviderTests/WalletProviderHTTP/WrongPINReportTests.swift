// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON
import ProviderProtocol
import ServerKit
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderHTTP

/// Wrong PINs between right ones: the user and the operator are notified, and the account is not blocked (T-N6).
struct WrongPINReportTests {
    private final class Events: Sendable {
        let all = Mutex<[ProviderEvent]>([])
        var passed: Int { all.withLock { $0.filter { $0 == .manyWrongPINs }.count } }
    }

    private let events = Events()
    private let test: TestProvider

    init() throws {
        test = try TestProvider(observe: { [events] event in events.all.withLock { $0.append(event) } })
    }

    private func unlock(_ phone: inout TestPhone) async throws -> JSONObject? {
        try await test.result(of: phone.checkPIN(try await test.beacon()))
    }

    private func guess(_ count: Int, with phone: inout TestPhone) async throws {
        for _ in 0..<count { #expect(try await test.tryPIN(&phone, right: false) != nil) }
    }

    @Test func `three wrong PINs before each right one, 180 in all: unlocks report them from twenty on, and none is refused`()
        async throws
    {
        var phone = try await test.registeredPhone()
        for cycle in 1...60 {
            try await guess(3, with: &phone)
            let expected = cycle * 3 >= 20 ? WrongPINReport(count: cycle * 3, days: 30).json : nil
            #expect(try await unlock(&phone) == expected)
        }
        #expect(events.passed == 1)
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test func `no report is sent below the limit, or after the wrong PINs have expired`() async throws {
        var phone = try await test.registeredPhone()
        for _ in 1...6 {
            try await guess(3, with: &phone)
            #expect(try await unlock(&phone) == nil)
        }
        try await guess(2, with: &phone)
        #expect(try await unlock(&phone) != nil)
        test.clock.advance(seconds: 30 * 86_400)
        #expect(try await unlock(&phone) == nil)
        #expect(events.passed == 1)
    }

    @Test func `wrong PINs of other wallets are not counted`() async throws {
        var phone = try await test.registeredPhone()
        var other = try await test.registeredPhone()
        for _ in 1...7 {
            try await guess(3, with: &other)
            _ = try await unlock(&other)
        }
        #expect(try await unlock(&phone) == nil)
    }

    @Test func `messages without an attempt do not raise the count`() async throws {
        var phone = try await test.registeredPhone()
        for _ in 1...30 { #expect(await test.problem(of: try phone.checkPIN("made up", pinKey: P256.Signing.PrivateKey())) != nil) }
        #expect(try await test.account(of: phone).wrongPINs == 0)
    }

    @Test func `the metric counts wallets that reach the limit`() throws {
        let registry = PrometheusRegistry(help: ProviderMetrics.help)
        let metrics = ProviderMetrics(registry, policy: .standard)
        #expect(registry.text().contains("wallet_provider_many_wrong_pins_total 0"))
        metrics.record(.manyWrongPINs)
        #expect(registry.text().contains("wallet_provider_many_wrong_pins_total 1"))
    }

    @Test func `a report is decoded as it was encoded, and a number outside its range is rejected`() throws {
        let report = WrongPINReport(count: 24, days: 30)
        #expect(try WrongPINReport(report.json) == report)
        for (count, days) in [(0, 30), (-1, 30), (1, 0), (1, 367)] as [(Int64, Int64)] {
            #expect(throws: ProtocolViolation.self) { try WrongPINReport(["wrong_pins": .integer(count), "days": .integer(days)]) }
        }
        #expect(throws: ProtocolViolation.self) { try WrongPINReport(["wrong_pins": 1]) }
    }
}
