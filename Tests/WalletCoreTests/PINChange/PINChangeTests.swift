// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// The outcomes of PIN changes whose messages are all answered.
struct PINChangeTests {
    private let stage: PINChangeStage

    init() async throws {
        stage = try await PINChangeStage()
    }

    @Test func `LTC45: after the change the new PIN works and the old PIN is refused`() async throws {
        #expect(try await stage.change() == .changed)
        #expect(try await stage.core.isUnlocked())
        #expect(try await stage.core.pinChangeState() == .none)
        #expect(stage.wrongPINs == 0)
        try await stage.expectInForce(.new)
    }

    @Test func `after several successive changes exactly one PIN works each time`() async throws {
        let pins = [stage.old, stage.new, stage.neither, stage.old]
        for (old, new) in zip(pins, pins.dropFirst()) {
            #expect(try await stage.core.changePIN(from: old, to: new) == .changed)
            #expect(try await stage.core.unlock(pin: new) == .valid)
        }
        #expect(stage.wrongPINs == 0)
    }

    @Test func `each change has its own salt`() async throws {
        var salts: Set<Data> = []
        for (old, new) in [(stage.old, stage.new), (stage.new, stage.old), (stage.old, stage.new)] {
            #expect(try await stage.core.changePIN(from: old, to: new) == .changed)
            salts.insert(try await stage.core.registration().salt)
        }
        #expect(salts.count == 3 && salts.allSatisfy { $0.count == PINKey.saltLength })
    }

    @Test func `F-P9: a wrong old PIN is counted once, and nothing is pending at the wallet or the provider`() async throws {
        let outcome = try await stage.core.changePIN(from: stage.neither, to: stage.new)
        #expect(outcome == .wrongOldPIN(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(stage.wrongPINs == 1)
        #expect(stage.provider.state.withLock { $0.newPINKeys.isEmpty })
        #expect(stage.provider.bodies(to: PINChangeStage.settle).isEmpty)
        try await stage.expectInForce(.old)
    }

    @Test func `a new PIN equal to the old PIN is accepted without a change, a request or a check`() async throws {
        #expect(try await stage.core.changePIN(from: stage.old, to: stage.old) == .unchanged)
        #expect(try await stage.core.changePIN(from: stage.neither, to: stage.neither) == .unchanged)
        #expect(stage.provider.requestCount == 0)
    }

    @Test(arguments: ["111111", "123456", "654321", "121212", "147258"])
    func `a new PIN that is too simple is refused before anything is sent`(digits: String) async throws {
        await expect(.unexpected) { try await stage.core.changePIN(from: stage.old, to: Phone.pin(digits)) }
        #expect(stage.provider.requestCount == 0)
        #expect(try await stage.core.pinChangeState() == .none)
    }

    @Test func `a delay and a block are outcomes of a PIN change, and leave nothing pending`() async throws {
        stage.provider.add(.refuse(.pinTimeout(timeLeft: 60_500)), to: PINChangeStage.start)
        #expect(try await stage.change() == .temporarilyBlocked(until: stage.phone.clock.now.addingTimeInterval(60.5)))
        #expect(try await stage.core.pinChangeState() == .none)
        stage.provider.add(.refuse(.accountBlocked), to: PINChangeStage.start)
        #expect(try await stage.change() == .permanentlyBlocked)
        try await stage.expectInForce(.old)
    }

    @Test func `a permanently blocked wallet does not open by face or fingerprint either`() async throws {
        #expect(try await stage.core.enableBiometrics())
        stage.provider.add(.refuse(.accountBlocked), to: PINChangeStage.start)
        #expect(try await stage.change() == .permanentlyBlocked)
        #expect(try await !stage.core.isBiometricUnlockEnabled())
    }

    @Test(arguments: [ProviderProblem.certificateRejected, .accountRevoked(reason: "user_request", canRegisterNewWallet: true)])
    func `a wallet that the provider refuses permanently is reported, and nothing is pending`(problem: ProviderProblem) async throws {
        stage.provider.add(.refuse(problem), to: PINChangeStage.start)
        await expect(problem == .certificateRejected ? .walletRejected : .walletRevoked) { try await stage.change() }
        #expect(try await stage.core.pinChangeState() == .none)
    }

    // MARK: Requests

    @Test func `beacons are fetched while the user types, so the last digit costs only the start and the settlement`() async throws {
        stage.phone.clock.advance(by: BeaconLifetime.seconds)
        await stage.core.preparePINChange()
        await stage.core.preparePINChange()
        #expect(stage.provider.bodies(to: .beacon).count == 1)
        stage.provider.forgetRequests()
        #expect(try await stage.change() == .changed)
        #expect(stage.provider.requestCount == 2)
        #expect(stage.provider.bodies(to: .beacon).isEmpty)
    }

    @Test(arguments: [NetworkError.offline, .unreachable, .lost])
    func `a failed prefetch is silent, and the change fetches its own beacon`(error: NetworkError) async throws {
        stage.phone.clock.advance(by: BeaconLifetime.seconds)
        stage.provider.add(.fail(error), to: .beacon)
        await stage.core.preparePINChange()
        #expect(try await stage.change() == .changed)
        #expect(stage.provider.bodies(to: .beacon).count == 2)
    }

    @Test func `a locked wallet prefetches nothing`() async throws {
        stage.phone.clock.advance(by: BeaconLifetime.seconds)
        await stage.core.lock()
        await stage.core.preparePINChange()
        #expect(stage.provider.requestCount == 0)
    }

    @Test(arguments: [PINChangeStage.start, PINChangeStage.settle])
    func `a refused beacon is replaced, and no attempt is counted`(endpoint: Endpoint) async throws {
        stage.provider.add(.refuse(.challengeRejected), to: endpoint)
        #expect(try await stage.change() == .changed)
        #expect(stage.wrongPINs == 0)
        try await stage.expectInForce(.new)
    }

    @Test(arguments: [PINChangeStage.start, PINChangeStage.settle])
    func `a provider that refuses every beacon is asked a limited number of times`(endpoint: Endpoint) async throws {
        for _ in 0..<9 { stage.provider.add(.refuse(.challengeRejected), to: endpoint) }
        #expect(try await stage.change() == .outcomeUnknown)
        #expect(stage.provider.bodies(to: endpoint).count == 2)
        let later = try await stage.phone.launch()
        stage.provider.network.unstage()
        #expect(try await later.unlock(pin: stage.old) == .valid)
        try await stage.expectInForce(.old)
    }

    // MARK: Lock and concurrent calls

    @Test(arguments: [PINChangeStage.start, PINChangeStage.settle])
    func `a wallet locked during the change stays locked, and the change is completed`(endpoint: Endpoint) async throws {
        let core = stage.core
        stage.provider.add(.wait { await core.lock() }, to: endpoint)
        #expect(try await stage.change() == .changed)
        #expect(try await !core.isUnlocked())
        try await stage.expectInForce(.new)
    }

    @Test func `of two concurrent changes the second finds the change already completed`() async throws {
        stage.provider.makeSlow()
        async let first = stage.change()
        async let second = stage.change()
        let outcomes = try await [first, second]
        #expect(outcomes.contains(.changed))
        #expect(outcomes.contains(.wrongOldPIN(attemptsLeftInRound: 3, isFinalRound: false)))
        stage.provider.network.unstage()
        try await stage.expectInForce(.new)
    }
}
