// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing
import WalletProvider

/// Many parallel guesses at one wallet's PIN on several servers.
///
/// Closures here contain no `#expect` or `#require` with a closure argument: Swift 6.3.1 then confuses it with later closures of the same
/// type in the same closure. Expected values are computed before, or in a function.
@Suite(.serialized) struct ProcessRaceTests {
    static let isLong = ProcessInfo.processInfo.environment["WALLET_RACES"] == "long"
    static let policy = PINRetryPolicy.standard

    @Test(.timeLimit(.minutes(20)), arguments: StoreKind.installed)
    func `in every round, parallel wrong PINs get exactly as many verified guesses as the policy allows`(_ kind: StoreKind) async throws {
        let count = Self.isLong ? 1000 : kind == .postgres ? 250 : 100
        try await ProcessStage.with(kind) { stage in
            let inParallel = try await wrongPINs(count, stage)
            print(
                "\(kind): \(Self.policy.maximumAttempts) guesses verified of \(count * Self.policy.rounds) in parallel, \(inParallel) in bursts"
            )
        }
    }

    /// - Returns: the number of guesses verified in bursts.
    private func wrongPINs(_ count: Int, _ stage: ProcessStage) async throws -> Int {
        let phone = try await stage.registeredPhone()
        var (number, inParallel): (Int64, Int) = (100, 0)
        for round in 1...Self.policy.rounds {
            let allowed = Self.policy.attemptsPerRound * round
            let before = await stage.verified().count
            let answers = try await stage.burst(count, from: number, phone)
            number += Int64(2 * count + 100)
            let refusals = answers.count(where: \.isRefusal)
            #expect(refusals == count)
            inParallel += await stage.verified().count - before
            #expect(try await stage.attempts(of: phone) <= allowed)

            // The guesses left after the burst are made one by one.
            number = try await spend(allowed, from: number, phone, stage)
            #expect(await stage.verified().count == allowed)
            // During the waiting period or block no guess is verified.
            let late = try await stage.burst(20, from: number, right: 7, phone)
            number += 200
            let lateRefusals = late.count(where: \.isRefusal)
            #expect(lateRefusals == 20)
            #expect(await stage.verified().count == allowed)
            if round < Self.policy.rounds { try await stage.pass(milliseconds: Self.policy.waitsInMilliseconds[round - 1]) }
        }
        let verified = await stage.verified()
        let right = verified.count(where: \.isRight)
        #expect(right == 0)
        // Each attempt number was assigned once.
        #expect(verified.map(\.attempt).sorted() == Array(1...Self.policy.maximumAttempts))
        return inParallel
    }

    /// Makes wrong guesses one by one until this number of attempts is used.
    ///
    /// - Returns: the highest number afterwards.
    func spend(_ attempts: Int, from first: Int64, _ phone: TestPhone, _ stage: ProcessStage) async throws -> Int64 {
        let beacon = try await stage.beacon()
        var number = first
        while try await stage.attempts(of: phone) < attempts {
            let answer = try await stage.fire(Shot(guess: .wrong, beacon: beacon, number: number), phone)
            try #require(answer.type == "incorrect_pin" || answer.type == "pin_timeout" || answer.type == "account_blocked")
            number += 10
        }
        return number
    }
}
