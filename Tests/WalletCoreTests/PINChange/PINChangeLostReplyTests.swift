// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import PlatformSupport
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletCore

/// A change with lost messages or responses (F-P1 to F-P6).
struct PINChangeLostReplyTests {
    private let stage: PINChangeStage

    init() async throws {
        stage = try await PINChangeStage()
    }

    /// The lost part of a message, and the guaranteed result.
    struct Loss: Sendable, CustomTestStringConvertible {
        let name: String
        let endpoint: Endpoint
        let fault: NetworkPlan.Fault
        let certain: PINOfChange
        /// The PINs that work.
        let working: Set<PINOfChange>
        var testDescription: String { name }
    }

    static let garbage = NetworkResponse(status: 200, mediaType: "text/html", body: Array("<html>".utf8))

    static let losses = [
        Loss(name: "start lost", endpoint: PINChangeStage.start, fault: .loseRequest, certain: .old, working: [.old]),
        Loss(name: "start's answer lost", endpoint: PINChangeStage.start, fault: .loseReply, certain: .old, working: [.old, .new]),
        Loss(name: "garbage for the start", endpoint: PINChangeStage.start, fault: .answer(garbage), certain: .old, working: [.old]),
        Loss(
            name: "garbage for a start that was done", endpoint: PINChangeStage.start, fault: .rewrite { _ in garbage }, certain: .old,
            working: [.old, .new]),
        Loss(
            name: "the provider fails at the start", endpoint: PINChangeStage.start, fault: .refuse(.unavailable), certain: .old,
            working: [.old]),
        Loss(name: "settlement lost", endpoint: PINChangeStage.settle, fault: .loseRequest, certain: .new, working: [.old, .new]),
        Loss(name: "settlement offline", endpoint: PINChangeStage.settle, fault: .fail(.offline), certain: .new, working: [.old, .new]),
        Loss(name: "settlement's answer lost", endpoint: PINChangeStage.settle, fault: .loseReply, certain: .new, working: [.new]),
        Loss(
            name: "garbage for a settlement that was done", endpoint: PINChangeStage.settle, fault: .rewrite { _ in garbage },
            certain: .new,
            working: [.new]),
    ]

    @Test(arguments: losses) func `a lost message makes the outcome unknown, and the state names the certain PIN`(loss: Loss) async throws {
        stage.provider.add(loss.fault, to: loss.endpoint)
        #expect(try await stage.change() == .outcomeUnknown)
        #expect(try await stage.core.pinChangeState() == .pending(certain: loss.certain))
        #expect(try await stage.phone.launch().pinChangeState() == .pending(certain: loss.certain))
    }

    @Test(arguments: losses) func `repeating the call sends the same bytes and completes the change`(loss: Loss) async throws {
        stage.provider.add(loss.fault, to: loss.endpoint)
        #expect(try await stage.change() == .outcomeUnknown)
        await stage.core.preparePINChange()
        #expect(try await stage.change() == .changed)
        #expect(Set(stage.provider.bodies(to: PINChangeStage.start)).count == 1)
        #expect(Set(stage.provider.bodies(to: PINChangeStage.settle)).count == 1)
        #expect(stage.wrongPINs == 0)
        try await stage.expectInForce(.new)
    }

    @Test(arguments: losses, [true, false])
    func `unlocking with either PIN settles the change according to the provider's state`(loss: Loss, isKilled: Bool) async throws {
        for typed in PINOfChange.allCases {
            let stage = try await PINChangeStage()
            stage.provider.add(loss.fault, to: loss.endpoint)
            #expect(try await stage.change() == .outcomeUnknown)
            let core = isKilled ? try await stage.phone.launch() : stage.core
            await core.lock()
            await core.prepareUnlock()
            stage.provider.forgetRequests()
            let works = loss.working.contains(typed)
            #expect(
                try await core.unlock(pin: stage.pin(typed))
                    == (works ? .valid : .invalid(attemptsLeftInRound: 3, isFinalRound: false)))
            #expect(stage.provider.requestCount == 1)
            #expect(stage.wrongPINs == (works ? 0 : 1))
            #expect(try await core.isUnlocked() == works)
            guard !works else {
                try await stage.expectInForce(typed)
                continue
            }
            #expect(try await core.pinChangeState() == .pending(certain: loss.certain))
            let other: PINOfChange = typed == .old ? .new : .old
            #expect(try await core.unlock(pin: stage.pin(other)) == .valid)
            try await stage.expectInForce(other)
        }
    }

    @Test(arguments: losses) func `a third PIN is one wrong attempt and settles nothing`(loss: Loss) async throws {
        stage.provider.add(loss.fault, to: loss.endpoint)
        #expect(try await stage.change() == .outcomeUnknown)
        let core = try await stage.phone.launch()
        #expect(try await core.unlock(pin: stage.neither) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(stage.wrongPINs == 1)
        #expect(try await core.pinChangeState() == .pending(certain: loss.certain))
        #expect(try await core.unlock(pin: stage.pin(loss.certain)) == .valid)
        try await stage.expectInForce(loss.certain)
    }

    @Test(arguments: [PINOfChange.old, .new])
    func `F-P5 and F-P6: after a lost answer to a settlement the same PIN sends the same bytes, and no PIN is certain`(
        typed: PINOfChange
    ) async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        stage.provider.add(.loseReply, to: PINChangeStage.settle)
        await expect(.serverUnreachable) { try await stage.core.unlock(pin: stage.pin(typed)) }
        #expect(try await stage.core.pinChangeState() == .pending(certain: nil))
        await stage.core.prepareUnlock()
        #expect(try await stage.core.unlock(pin: stage.pin(typed)) == .valid)
        #expect(Set(stage.provider.bodies(to: PINChangeStage.settle)).count == 1)
        try await stage.expectInForce(typed)
    }

    @Test func `a settlement with a wrong PIN whose answer is lost is counted once`() async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        stage.provider.add(.loseReply, to: PINChangeStage.settle)
        await expect(.serverUnreachable) { try await stage.core.unlock(pin: stage.neither) }
        #expect(try await stage.core.unlock(pin: stage.neither) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(stage.wrongPINs == 1)
        #expect(try await stage.core.unlock(pin: stage.new) == .valid)
        try await stage.expectInForce(.new)
    }

    @Test func `a settlement that the provider no longer stores is repeated only after the PIN is entered again`() async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        stage.provider.add(.loseRequest, to: PINChangeStage.settle)
        await expect(.serverUnreachable) { try await stage.core.unlock(pin: stage.new) }
        stage.provider.add(.refuse(.instructionRejected), to: PINChangeStage.settle)
        #expect(try await stage.core.unlock(pin: stage.new) == .outcomeUnknown)
        #expect(try await stage.core.unlock(pin: stage.new) == .valid)
        let bodies = stage.provider.bodies(to: PINChangeStage.settle)
        #expect(bodies.count == 3 && bodies[0] == bodies[1] && bodies[1] != bodies[2])
    }

    @Test(arguments: [NetworkError.offline, .unreachable])
    func `F-P1: a PIN change whose start never left the phone leaves nothing pending`(error: NetworkError) async throws {
        stage.provider.add(.fail(error), to: PINChangeStage.start)
        await expect(error == .offline ? .noInternet : .serverUnreachable) { try await stage.change() }
        #expect(try await stage.core.pinChangeState() == .none)
        try await stage.expectInForce(.old)
    }

    @Test func `repeating a start without a connection leaves the change pending`() async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        stage.provider.add(.fail(.offline), to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        #expect(try await stage.core.pinChangeState() == .pending(certain: .old))
        #expect(try await stage.change() == .changed)
    }

    @Test(arguments: [ProviderProblem.pinTimeout(timeLeft: 60_000), .accountBlocked, .certificateRejected, .instructionRejected])
    func `repeating a start that the provider refuses because of the account's end leaves the change pending`(
        problem: ProviderProblem
    ) async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        stage.provider.add(.refuse(problem), to: PINChangeStage.start)
        _ = await Result { try await stage.change() }
        #expect(try await stage.core.pinChangeState() == .pending(certain: .old))
        #expect(try await stage.phone.launch().unlock(pin: stage.new) == .valid)
        try await stage.expectInForce(.new)
    }

    @Test func `a change to a third PIN first settles the pending change with the old PIN`() async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        #expect(try await stage.core.changePIN(from: stage.old, to: stage.neither) == .changed)
        #expect(stage.wrongPINs == 0)
        #expect(try await stage.core.unlock(pin: stage.neither) == .valid)
    }

    @Test func `a change that starts from the pending new PIN first completes the pending change`() async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.settle)
        #expect(try await stage.change() == .outcomeUnknown)
        #expect(try await stage.core.changePIN(from: stage.new, to: stage.neither) == .changed)
        #expect(stage.wrongPINs == 0)
        #expect(try await stage.core.unlock(pin: stage.neither) == .valid)
    }

    @Test(arguments: [601.0, 2_592_000.0, -3600.0] as [TimeInterval])
    func `F-P8: after a jump of the clock the change is still pending, and repeating the call ends it`(seconds: TimeInterval) async throws {
        stage.provider.add(.loseReply, to: PINChangeStage.start)
        #expect(try await stage.change() == .outcomeUnknown)
        stage.phone.clock.advance(by: seconds)
        let core = try await stage.phone.launch()
        #expect(try await core.pinChangeState() == .pending(certain: .old))
        #expect(try await core.unlock(pin: stage.old) == .valid)
        #expect(try await core.changePIN(from: stage.old, to: stage.new) == .changed)
        try await stage.expectInForce(.new)
    }
}
