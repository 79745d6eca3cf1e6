// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import PlatformSupport
import ProviderProtocol
import Testing
import WalletCore
import WalletInterface

/// UC2.3.2: only the holder of the PID can replace a forgotten PIN.
@Suite(.timeLimit(.minutes(20)))
struct PINRecoveryTests {
    static let new = "385016"

    /// Returns a locked core whose recovery awaits the new PIN.
    func recovering(_ fixture: Fixture) async throws -> Core {
        let core = try await fixture.coreWithPID()
        await core.lock()
        try await fixture.identify(core)
        #expect(try await core.pinRecoveryState() == .awaitingNewPIN)
        return core
    }

    @Test func `after a PIN recovery the new PIN opens the wallet and the old PIN does not`() async throws {
        try await Fixture.with { fixture in
            let core = try await recovering(fixture)
            let (old, new) = (try pin(Fixture.right), try pin(Self.new))
            #expect(try await core.completePINRecovery(new: new) == .recovered)
            #expect(try await core.isUnlocked())
            #expect(try await core.pinRecoveryState() == .none)
            let next = try await fixture.launchCore()
            #expect(try await next.unlock(pin: old) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
            #expect(try await next.unlock(pin: new) == .valid)
            #expect(try await next.hasPID())
            #expect(try await next.events().map(\.kind) == [.newPIN, .issued])
        }
    }

    @Test func `a PIN recovery opens a wallet whose PIN is blocked`() async throws {
        try await Fixture.with { fixture in
            var core = try await fixture.coreWithPID()
            let (wrong, new) = (try pin(Fixture.wrong), try pin(Self.new))
            await core.lock()
            for _ in 1...20 {
                switch try await core.unlock(pin: wrong) {
                case .temporarilyBlocked(let until): fixture.clock.advance(by: until.timeIntervalSince(fixture.clock.now) + 1)
                default: break
                }
            }
            #expect(try await core.unlock(pin: wrong) == .permanentlyBlocked)
            let url = try await fixture.recoveryLogin(core)
            core = try await fixture.launchCore()
            let link = try await fixture.comeBack(core, from: url)
            try await core.continuePINRecovery(link)
            #expect(try await core.completePINRecovery(new: new) == .recovered)
        }
    }

    @Test func `a different person cannot recover the PIN, and the old PIN keeps working`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            await core.lock()
            let url = try await fixture.recoveryLogin(core)
            let link = try await fixture.comeBack(core, from: url, as: TestIssuer.Person(code: "recovery-code-of-somebody"))
            await expect(.wrongPerson) { try await core.continuePINRecovery(link) }
            #expect(try await core.pinRecoveryState() == .none)
            let (old, new) = (try pin(Fixture.right), try pin(Self.new))
            await expect(.noSession) { try await core.completePINRecovery(new: new) }
            #expect(try await core.unlock(pin: old) == .valid)
        }
    }

    @Test func `without a PID no PIN recovery can start`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.registeredCore()
            await expect(.recoveryUnavailable) { try await core.startPINRecovery() }
        }
    }

    @Test func `a recovery code that could not be sent is sent with the next PIN`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.previewedCore().core
            for _ in 1...3 { fixture.network.stage(.loseRequest, at: .instruction(.discloseRecoveryCode)) }
            try await fixture.accept(core)
            await core.lock()
            await expect(.recoveryUnavailable) { try await core.startPINRecovery() }
            let right = try pin(Fixture.right)
            #expect(try await core.unlock(pin: right) == .valid)
            _ = try await fixture.recoveryLogin(core)
        }
    }

    @Test func `a cancelled PIN recovery changes nothing, and the old PIN still works`() async throws {
        try await Fixture.with { fixture in
            let core = try await recovering(fixture)
            try await core.cancelPINRecovery()
            #expect(try await core.pinRecoveryState() == .none)
            let old = try pin(Fixture.right)
            #expect(try await core.unlock(pin: old) == .valid)
        }
    }

    @Test(arguments: [Instruction.startPINRecovery, .completePINRecovery], [(1, true), (1, false), (3, true), (3, false)])
    func `after any lost message one of the two PINs opens the wallet, even after a kill`(
        _ instruction: Instruction, lost: (times: Int, isAnswer: Bool)
    ) async throws {
        let (times, isAnswer) = lost
        try await Fixture.with { fixture in
            let core = try await recovering(fixture)
            let (old, new) = (try pin(Fixture.right), try pin(Self.new))
            for _ in 1...times { fixture.network.stage(isAnswer ? .loseReply : .loseRequest, at: .instruction(instruction)) }
            var outcome: PINRecoveryOutcome?
            do {
                outcome = try await core.completePINRecovery(new: new)
            } catch let error as WalletCoreError {
                #expect(error.code == .serverUnreachable && instruction == .startPINRecovery)
            }
            let next = try await fixture.launchCore()
            switch outcome {
            case .recovered?:
                #expect(times == 1)
                #expect(try await next.unlock(pin: new) == .valid)
            case .outcomeUnknown?:
                #expect(try await next.pinChangeState() == .pending(certain: nil))
                let check = try await next.unlock(pin: new)
                if isAnswer {
                    #expect(check == .valid)
                    #expect(try await next.events().map(\.kind) == [.newPIN, .issued])
                } else {
                    #expect(check == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
                    #expect(try await next.unlock(pin: old) == .valid)
                    #expect(try await next.events().map(\.kind) == [.issued])
                }
            case nil:
                #expect(times == 3)
                #expect(try await next.pinRecoveryState() == .awaitingNewPIN)
                #expect(try await next.completePINRecovery(new: new) == .recovered)
            }
            if outcome != .outcomeUnknown || isAnswer {
                let last = try await fixture.launchCore()
                #expect(try await last.unlock(pin: old) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
            }
        }
    }

    @Test func `after a lost answer a PIN recovery can be started again with a different PIN`() async throws {
        try await Fixture.with { fixture in
            let core = try await recovering(fixture)
            for _ in 1...3 { fixture.network.stage(.loseReply, at: .instruction(.completePINRecovery)) }
            let (first, second) = (try pin(Self.new), try pin("940371"))
            #expect(try await core.completePINRecovery(new: first) == .outcomeUnknown)
            try await fixture.identify(core)
            #expect(try await core.completePINRecovery(new: second) == .recovered)
            let next = try await fixture.launchCore()
            #expect(try await next.unlock(pin: first) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
            #expect(try await next.unlock(pin: second) == .valid)
        }
    }

    @Test(arguments: ["/token", "/nonce", "/credential"])
    func `an unlock that settles the earlier recovery ends the one that is under way, and its next answer does not bring it back`(
        path: String
    ) async throws {
        try await Fixture.with { fixture in
            let core = try await recovering(fixture)
            for _ in 1...3 { fixture.network.stage(.loseReply, at: .instruction(.completePINRecovery)) }
            let new = try pin(Self.new)
            #expect(try await core.completePINRecovery(new: new) == .outcomeUnknown)
            let url = try await fixture.recoveryLogin(core)
            let link = try await fixture.comeBack(core, from: url)
            fixture.network.stage(.wait { #expect((try? await core.unlock(pin: new)) == .valid) }, atPath: path)
            await expect(.noSession) { try await core.continuePINRecovery(link) }
            #expect(!fixture.network.isStaged, "no request came there")
            #expect(try await core.pinRecoveryState() == .none)
            let next = try await fixture.launchCore()
            #expect(try await next.pinRecoveryState() == .none)
            #expect(try await next.unlock(pin: new) == .valid)
        }
    }
}
