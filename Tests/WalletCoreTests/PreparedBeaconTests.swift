// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// One round trip: a beacon for the next message is ready when the pad appears, and each answer brings the one after it.
@Suite(.timeLimit(.minutes(20)))
struct PreparedBeaconTests {
    private let phone: Phone
    private let core: Core
    private let checkPIN = Endpoint.instruction(.checkPIN)

    init() async throws {
        phone = try Phone()
        _ = try await phone.registered()
        // Another process, without a beacon yet.
        core = try await phone.launch()
        phone.provider.forgetRequests()
    }

    private var fetched: Int { phone.provider.bodies(to: .beacon).count }
    private var wrongPINs: Int { phone.provider.state.withLock { $0.wrongPINs } }

    // MARK: Fetched ahead

    @Test func `with a prefetched beacon an unlock is exactly one request`() async throws {
        await core.prepareUnlock()
        #expect(fetched == 1)
        phone.provider.forgetRequests()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(phone.provider.requestCount == 1)
        #expect(phone.provider.bodies(to: checkPIN).count == 1)
    }

    @Test func `without a prefetched beacon an unlock is two requests`() async throws {
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(phone.provider.requestCount == 2)
        #expect(fetched == 1)
    }

    @Test func `a request for a beacon contains nothing about the wallet`() async throws {
        await core.prepareUnlock()
        let request = try #require(phone.provider.network.requests.first)
        #expect(request.method == .get)
        #expect(request.url == FakeProvider.url + "/api/v1/beacon")
        #expect(request.body.isEmpty && request.headers.isEmpty && request.validator == nil)
    }

    @Test(arguments: [(0.0, 0), (119, 0), (120, 1), (3600, 1)])
    func `a beacon is renewed when it is 120 seconds old, so that the PIN costs one request`(
        age: TimeInterval, again: Int
    ) async throws {
        await core.prepareUnlock()
        phone.provider.forgetRequests()
        phone.clock.advance(by: age)
        await core.prepareUnlock()
        #expect(fetched == again)
        phone.provider.forgetRequests()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(phone.provider.requestCount == 1)
    }

    @Test(arguments: [(119.0, 1), (120, 2)])
    func `an unlock replaces a beacon that is too old`(age: TimeInterval, requests: Int) async throws {
        await core.prepareUnlock()
        phone.provider.forgetRequests()
        phone.clock.advance(by: age)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(phone.provider.requestCount == requests)
        #expect(phone.provider.bodies(to: checkPIN).count == 1)
    }

    @Test func `a beacon's age is measured in monotonic time, not by the phone's clock`() async throws {
        await core.prepareUnlock()
        for turned in [-3600.0, 7200] {
            phone.clock.turn(by: turned)
            await core.prepareUnlock()
            #expect(fetched == 1)
        }
        phone.clock.advance(by: 119)
        phone.clock.turn(by: -30)
        await core.prepareUnlock()
        #expect(fetched == 1)
        phone.clock.advance(by: 1)
        await core.prepareUnlock()
        #expect(fetched == 2)
    }

    @Test func `the duration of a slow request counts towards the beacon's age`() async throws {
        let clock = phone.clock
        phone.provider.add(.wait { clock.advance(by: 9) }, to: .beacon)
        await core.prepareUnlock()
        phone.clock.advance(by: 110)
        await core.prepareUnlock()
        #expect(fetched == 1)
        phone.clock.advance(by: 1)
        await core.prepareUnlock()
        #expect(fetched == 2)
    }

    @Test func `in the background no beacon is fetched`() async throws {
        await core.handle(.didEnterBackground)
        await core.prepareUnlock()
        await core.preparePINChange()
        #expect(phone.provider.requestCount == 0)
        await core.handle(.willEnterForeground)
        await core.prepareUnlock()
        #expect(fetched == 1)
    }

    // MARK: Used by several messages

    @Test func `messages of all instructions use the same beacon until an answer brings a new beacon`() async throws {
        await core.prepareUnlock()
        // A refusal brings no beacon.
        for _ in 1...3 { #expect(try await core.unlock(pin: Phone.otherPIN()) == .invalid(attemptsLeftInRound: 3, isFinalRound: false)) }
        #expect(try await core.refreshWalletStatus() == .active)
        #expect(fetched == 1)
        let used = try phone.provider.beacons(in: .checkPIN) + phone.provider.beacons(in: .walletStatus)
        #expect(used.count == 4 && Set(used).count == 1)
        #expect(wrongPINs == 3)
    }

    @Test func `each answer brings the beacon for the next message`() async throws {
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        for _ in 1...10 {
            phone.clock.advance(by: 119)
            #expect(try await core.refreshWalletStatus() == .active)
            #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        }
        #expect(fetched == 1)
        let used = try phone.provider.beacons(in: .checkPIN) + phone.provider.beacons(in: .walletStatus)
        #expect(Set(used).count == used.count && phone.provider.requestCount == fetched + used.count)
    }

    @Test func `a PIN change is two requests, because the start's answer brings the beacon of the settlement`() async throws {
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        phone.provider.forgetRequests()
        #expect(try await core.changePIN(from: Phone.pin(), to: Phone.otherPIN()) == .changed)
        #expect(phone.provider.requestCount == 2)
        #expect(try phone.provider.beacons(in: .startPINChange) != phone.provider.beacons(in: .settlePINChange))
    }

    @Test func `an unanswered message keeps its beacon when it is repeated, and its answer brings a new beacon`() async throws {
        phone.provider.add(.loseReply, to: checkPIN)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        // The beacon is too old for a new message by now.
        phone.clock.advance(by: BeaconLifetime.seconds)
        phone.provider.forgetRequests()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.refreshWalletStatus() == .active)
        #expect(phone.provider.requestCount == 2)
    }

    @Test func `after a wipe the next wallet and the deregistration of the wiped wallet share a beacon`() async throws {
        try await core.wipe()
        phone.provider.forgetRequests()
        try await core.register(pin: Phone.pin())
        #expect(fetched == 1)
        try await phone.whileRunning(core) { [core] in
            try await eventually { try await core.store().value(.pendingDeregistrations) == nil }
        }
        #expect(try await core.unlock(pin: Phone.otherPIN()) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(fetched == 1)
        #expect(phone.provider.count(of: .deregister) == 1)
        #expect(phone.provider.accountCount == 1)
    }

    // MARK: Refused

    @Test func `a refused beacon is replaced once, and no attempt is counted`() async throws {
        await core.prepareUnlock()
        phone.provider.forgetBeacons()
        phone.provider.forgetRequests()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(fetched == 1)
        #expect(phone.provider.bodies(to: checkPIN).count == 2)
        #expect(wrongPINs == 0)
    }

    @Test func `a wrong PIN with a refused beacon is counted once`() async throws {
        await core.prepareUnlock()
        phone.provider.forgetBeacons()
        #expect(try await core.unlock(pin: Phone.otherPIN()) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(wrongPINs == 1)
    }

    @Test func `an instruction without a PIN also replaces a refused beacon`() async throws {
        await core.prepareUnlock()
        phone.provider.forgetBeacons()
        #expect(try await core.refreshWalletStatus() == .active)
        #expect(phone.provider.count(of: .walletStatus) == 2)
    }

    @Test(arguments: [Instruction.checkPIN, .walletStatus])
    func `a provider that refuses two beacons counts as unreachable and is not asked again`(instruction: Instruction) async throws {
        for _ in 1...2 { phone.provider.add(.refuse(.challengeRejected), to: .instruction(instruction)) }
        await expect(.serverUnreachable) {
            if instruction == .checkPIN {
                _ = try await core.unlock(pin: Phone.otherPIN())
            } else {
                _ = try await core.refreshWalletStatus()
            }
        }
        #expect(phone.provider.count(of: instruction) == 2)
        #expect(fetched == 2)
        #expect(wrongPINs == 0)
        #expect(await core.unanswered.isEmpty)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(fetched == 3)
    }

    // MARK: Not to be had

    @Test(arguments: [NetworkError.offline, .unreachable, .lost])
    func `a failed prefetch is silent, and the unlock fetches its own beacon`(error: NetworkError) async throws {
        phone.provider.add(.fail(error), to: .beacon)
        await core.prepareUnlock()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(fetched == 2)
    }

    @Test(arguments: [
        (NetworkError.offline, WalletCoreError.Code.noInternet), (.unreachable, .serverUnreachable), (.lost, .serverUnreachable),
    ])
    func `without a beacon no message leaves the phone, and no sequence number is used`(
        error: NetworkError, code: WalletCoreError.Code
    ) async throws {
        let number = try await core.store().value(.sequenceNumber)
        phone.provider.add(.fail(error), to: .beacon)
        await expect(code) { try await core.unlock(pin: Phone.pin()) }
        #expect(phone.provider.requestCount == 1)
        #expect(try await core.store().value(.sequenceNumber) == number)
        #expect(await core.unanswered.isEmpty)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }

    @Test(arguments: Garbage.all + Garbage.beacons)
    func `garbage instead of a beacon unlocks nothing and is not stored`(garbage: Garbage) async throws {
        phone.provider.add(.answer(garbage.response), to: .beacon)
        await core.prepareUnlock()
        phone.provider.add(.answer(garbage.response), to: .beacon)
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !core.isUnlocked())
        #expect(phone.provider.bodies(to: checkPIN).isEmpty)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(fetched == 3)
    }

    @Test(arguments: ["", " ", "a b", "a\n", "é", String(repeating: "A", count: 129)])
    func `garbage instead of a beacon beside a genuine result is not stored, and the result counts`(garbage: String) async throws {
        phone.provider.add(
            .rewrite { genuine in
                guard let answer = try? InstructionAnswer(parsing: genuine.body) else { return genuine }
                return FakeProvider.json(InstructionAnswer(result: answer.result, beacon: garbage).encode())
            }, to: checkPIN)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.refreshWalletStatus() == .active)
        #expect(fetched == 1)
        #expect(try phone.provider.beacons(in: .walletStatus) == phone.provider.beacons(in: .checkPIN))
    }

    @Test func `a beacon beside a forged result is not stored`() async throws {
        phone.provider.add(
            .rewrite { _ in FakeProvider.json(InstructionAnswer(result: "a.b.c", beacon: "forged").encode()) },
            to: .instruction(.walletStatus))
        await expect(.serverUnreachable) { try await core.refreshWalletStatus() }
        #expect(try await core.refreshWalletStatus() == .active)
        #expect(Set(try phone.provider.beacons(in: .walletStatus)).count == 1)
    }
}
