// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import ObservedValues
import PlatformSupport
import ProviderProtocol
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// Only a result that the provider has signed for the wallet's own message teaches the time.
@Suite(.timeLimit(.minutes(20)))
struct SignedTimeTests {
    private static let day: Int64 = 86_400
    private let phone: Phone
    private let core: Core
    private let checkPIN = Endpoint.instruction(.checkPIN)

    init() async throws {
        phone = try Phone()
        // The status after the registration would teach the time.
        phone.provider.add(.loseRequest, to: .instruction(.walletStatus))
        core = try await phone.registered()
        await core.lock()
    }

    private var correction: TimeInterval { core.shared.time.correction(of: phone.clock) }

    /// Lets the provider sign its next result of the PIN a day later, by a key.
    private func signTomorrow(isGenuine: Bool) { sign(in: Self.day, at: checkPIN, isGenuine: isGenuine) }

    /// Lets the provider sign its next result at an endpoint that many seconds later, by a key.
    private func sign(in seconds: Int64, at endpoint: Endpoint, isGenuine: Bool) {
        let provider = phone.provider
        provider.add(
            .rewrite { response in
                guard let answer = try? InstructionAnswer(parsing: response.body),
                    let result = try? InstructionResult(verifying: answer.result, keys: ["result-1": provider.resultKey.publicKey]),
                    let token = try? provider.token(
                        Self.later(result, by: seconds), "result-1", isGenuine ? provider.resultKey : provider.otherKey)
                else { return response }
                return FakeProvider.json(InstructionAnswer(result: token, beacon: answer.beacon).encode())
            }, to: endpoint)
    }

    private static func later(_ result: InstructionResult, by seconds: Int64) -> InstructionResult {
        let message = InstructionClaims(
            walletID: result.walletID, audience: FakeProvider.url, instruction: result.instruction, challenge: result.challenge,
            sequenceNumber: result.sequenceNumber, issuedAt: result.issuedAt)
        return InstructionResult(to: message, issuedAt: result.issuedAt + seconds, result: result.result)
    }

    @Test func `a signed result teaches the time, and the next process knows it`() async throws {
        signTomorrow(isGenuine: true)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(abs(correction - Double(Self.day)) <= 1)
        let next = try await phone.restart()
        #expect(abs(next.shared.time.correction(of: phone.clock) - Double(Self.day)) <= 1)
        // The provider's next answer says that the phone's clock is right.
        #expect(try await next.unlock(pin: Phone.pin()) == .valid)
        #expect(next.shared.time.correction(of: phone.clock) == 0)
        #expect(try await phone.restart().shared.time.correction(of: phone.clock) == 0)
    }

    @Test func `once the provider has told the time, a connection check says that the clock is wrong`() async throws {
        #expect(await !core.isClockWrong())
        signTomorrow(isGenuine: true)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(await core.isClockWrong())
        #expect(try await core.checkConnections().isClockWrong)
        phone.clock.turn(by: TimeInterval(Self.day))
        #expect(await !core.isClockWrong())
    }

    @Test func `documents that have expired only by a fast clock are in force again once the provider has told the time`() async throws {
        let documents = phone.provider.documents
        let configuration = documents.configuration(phone.provider.address)
        documents.serve(try documents.sign(configuration, version: 2, at: phone.seconds), at: .configuration)
        #expect(await core.pollConfiguration(by: phone.clock) == .accepted)
        try await phone.give(UpdatePolicy(), version: 1, to: core)
        phone.clock.turn(by: TimeInterval(10 * Self.day))
        let next = try await phone.launch()
        try await phone.whileRunning(next) { [phone] in
            // The launch's requests for configuration, policy and status are over.
            await phone.clock.hasSleepers(3)
            #expect(try await next.isUpdatePolicyExpired())
            #expect(next.configurationState.value.source == .expired)
            sign(in: -10 * Self.day, at: .instruction(.walletStatus), isGenuine: true)
            _ = try await next.refreshWalletStatus()
            try await eventually {
                guard next.configurationState.value.source == .received else { return false }
                return try await !next.isUpdatePolicyExpired()
            }
        }
    }

    @Test func `a result signed by another key teaches nothing`() async throws {
        signTomorrow(isGenuine: false)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(correction == 0 && !core.shared.time.isSynchronized)
    }

    @Test func `no header, no unsigned answer and no enrolment teaches the time`() async throws {
        let date = NetworkHeaderField("Date", "Fri, 01 Jan 2100 00:00:00 GMT")
        phone.provider.add(
            .rewrite { NetworkResponse(status: $0.status, mediaType: $0.mediaType, body: $0.body, headers: [date]) }, to: checkPIN)
        phone.provider.add(.refuse(.pinTimeout(timeLeft: 1000)), to: checkPIN)
        #expect(!core.shared.time.isSynchronized)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(correction == 0)
        await core.lock()
        _ = try await core.unlock(pin: Phone.pin())
        #expect(correction == 0)
    }

    @Test func `the answer to a repeated message teaches nothing, because it may be an old one`() async throws {
        phone.provider.add(.loseReply, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        signTomorrow(isGenuine: true)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(correction == 0 && !core.shared.time.isSynchronized)
    }
}
