// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderSQLite

/// `reserveKnown` in every account store.
struct KnownReservationTests {
    private static let pin = AccountPIN(sealedKey: [3, 4], sealedNewKey: nil, version: 0)

    /// An account whose last message had the number 2.
    private func stage(_ kind: StoreKind) async throws -> StoreStage {
        let stage = try await StoreStage(kind)
        _ = try await stage.store.create(stage.newAccount())
        try #require(try await stage.take(2))
        return stage
    }

    private func reserve(
        _ number: Int64, counter: UInt32? = nil, pin: AccountPIN = KnownReservationTests.pin, atLeast floor: WitnessFloor? = nil,
        on stage: StoreStage
    ) async throws -> KnownReservation? {
        try await stage.store.reserveKnown(stage.message(number, counter: counter), pin: pin, under: stage.policy, atLeast: floor)
    }

    private func expectNothing(
        _ reservation: KnownReservation?, of number: Int64 = 3, on stage: StoreStage, _ reason: String
    ) async throws {
        #expect(reservation == nil, "\(reason)")
        #expect(try await stage.store.message(of: stage.wallet, number) == nil, "\(reason)")
    }

    @Test(arguments: StoreKind.installed)
    func `an attempt is reserved and recorded as by reserveAttempt, with the waiting period at the end of a round`(
        _ kind: StoreKind
    ) async throws {
        let stage = try await stage(kind)
        for attempt in 1...16 {
            let number = Int64(attempt * 10)
            #expect(try await reserve(number, on: stage) == KnownReservation(attempt: attempt, wrongPINs: 0))
            let account = try await stage.account()
            #expect(account.attempts == attempt)
            #expect(account.sequenceNumber == number && account.assertionCounter == UInt32(number))
            #expect(try await stage.store.message(of: stage.wallet, number)?.answer == nil)
            let length: Int64? = [4: 60_000, 8: 300_000, 12: 3_600_000][attempt]
            #expect(account.waitUntil == (try await length.map(stage.now.advanced(byMilliseconds:))))
            guard let length else { continue }
            try await stage.advance(milliseconds: length - 1)
            try await expectNothing(try await reserve(number + 1, on: stage), of: number + 1, on: stage, "wait \(attempt)")
            try await stage.advance(milliseconds: 1)
        }
        try await expectNothing(try await reserve(901, on: stage), of: 901, on: stage, "blocked")
    }

    @Test(arguments: StoreKind.installed)
    func `a used number or counter, and a PIN with another version or another sealed key, reserve nothing`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        try await expectNothing(try await reserve(3, counter: 2, on: stage), on: stage, "counter")
        #expect(try await reserve(2, counter: 3, on: stage) == nil)
        let others = [
            AccountPIN(sealedKey: [3, 4], sealedNewKey: nil, version: 1), AccountPIN(sealedKey: [3, 4], sealedNewKey: nil, version: -1),
            AccountPIN(sealedKey: [3, 5], sealedNewKey: nil, version: 0), AccountPIN(sealedKey: [], sealedNewKey: nil, version: 0),
        ]
        for pin in others { try await expectNothing(try await reserve(3, pin: pin, on: stage), on: stage, "\(pin)") }
        #expect(try await stage.account().attempts == 0)
        #expect(try await reserve(3, on: stage) != nil)
    }

    /// Changes of the row after which nothing is reserved, although the version of the PIN is as known.
    private static let changes = [
        "attempts = 16", "attempts = 9223372036854775807", "wait_until = 9000000000000", "is_used = false",
        "sealed_pin_key = request_hash", "new_sealed_pin_key = request_hash", "pin_version = 1",
        "state = 'revoked', revocation_reason = 'user_request', ended_at = 1", "state = 'deregistered', ended_at = 1",
    ]

    @Test(arguments: StoreKind.installed, changes)
    func `an account that is no longer as it was read reserves nothing`(_ kind: StoreKind, _ change: String) async throws {
        let stage = try await stage(kind)
        try await stage.run(["UPDATE account SET \(change)"])
        let before = try await stage.account()
        try await expectNothing(try await reserve(3, on: stage), on: stage, change)
        let after = try await stage.account()
        #expect(after.attempts == before.attempts && after.sequenceNumber == before.sequenceNumber)
    }

    @Test(arguments: StoreKind.installed)
    func `an account of a revoked solution, and an unknown account, reserve nothing`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        _ = try await stage.store.revokeSolution()
        try await expectNothing(try await reserve(3, on: stage), on: stage, "solution")
        let empty = try await StoreStage(kind)
        #expect(try await reserve(3, on: empty) == nil)
    }

    @Test(arguments: StoreKind.installed)
    func `an account below what the witness knows reserves nothing`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        func floor(_ number: Int64, _ hasCode: Bool) -> WitnessFloor { WitnessFloor(sequenceNumber: number, hasRecoveryCode: hasCode) }
        for wrong in [floor(3, false), floor(.max, false), floor(2, true)] {
            try await expectNothing(try await reserve(3, atLeast: wrong, on: stage), on: stage, "\(wrong)")
        }
        #expect(try await reserve(3, atLeast: floor(2, false), on: stage)?.attempt == 1)
        try await stage.run(["UPDATE account SET recovery_code_mark = request_hash"])
        try await expectNothing(try await reserve(4, atLeast: floor(3, false), on: stage), of: 4, on: stage, "a code that no journal has")
        #expect(try await reserve(4, atLeast: floor(1, true), on: stage)?.attempt == 2)
    }

    @Test(arguments: StoreKind.installed)
    func `the wrong PINs before the attempt are counted for thirty days`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        for (number, outcome) in [(3, AttemptOutcome.wrong), (4, .wrong), (5, .unlocked)] as [(Int64, AttemptOutcome)] {
            #expect(try await reserve(number, on: stage)?.wrongPINs == Int(min(number - 3, 2)))
            #expect(try await stage.store.settleAttempt(of: stage.message(number), as: outcome, pinVersion: 0, answer: stage.answer))
        }
        #expect(try await reserve(6, on: stage) == KnownReservation(attempt: 1, wrongPINs: 2))
        try await stage.advance(milliseconds: 31 * 86_400_000)
        #expect(try await reserve(7, on: stage) == KnownReservation(attempt: 2, wrongPINs: 0))
    }

    @Test(arguments: StoreKind.installed)
    func `concurrent reservations for a known account stop at the end of the round`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        let stores: [any AccountStore] = [stage.store, try await stage.stores.open()]
        let attempts = try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 3...42 as ClosedRange<Int64> {
                group.addTask {
                    let reservation = try await stores[Int(number % 2)].reserveKnown(
                        stage.message(number), pin: Self.pin, under: stage.policy, atLeast: nil)
                    return reservation?.attempt
                }
            }
            return try await group.reduce(into: [Int]()) { if let attempt = $1 { $0.append(attempt) } }
        }
        #expect(attempts.sorted() == Array(1...4).prefix(attempts.count).map { $0 })
        #expect(try await stage.account().attempts == attempts.count)
    }

    @Test func `SQLite: a right PIN that is not on disk yet precedes the next reservation`() async throws {
        let stage = try await stage(.sqlite)
        let store = try SQLiteAccountStore(
            path: try #require(stage.file), timeouts: .patient, clock: { TestClock().now }, outcomeDelay: .seconds(3600))
        for number in 3...6 as ClosedRange<Int64> {
            let reservation = try await store.reserveKnown(stage.message(number), pin: Self.pin, under: stage.policy, atLeast: nil)
            #expect(reservation?.attempt == 1)
            #expect(try await store.settleAttempt(of: stage.message(number), as: .unlocked, pinVersion: 0, answer: stage.answer))
        }
        #expect(try await stage.account().attempts == 1)
        try store.close()
        #expect(try await stage.account().attempts == 0)
    }
}
