// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import Testing
import WalletProvider

/// Many parallel guesses at one wallet's PIN, on several servers at once.
@Suite(.serialized) struct ProcessRaceTests {
    private static let isLong = ProcessInfo.processInfo.environment["WALLET_RACES"] == "long"
    private static let policy = PINRetryPolicy.standard

    /// Instructions that tell a right PIN from a wrong one, each with a challenge of its own.
    private static let instructions: [Instruction] = [.checkPIN, .deleteKeys, .performIssuance, .settlePINChange]

    /// A guess that is sent in a burst.
    private struct Shot: Sendable {
        let guess: Guess
        /// The shared challenge; nil for one that is fetched.
        let challenge: String?
        let number: Int64
    }

    /// Sends guesses at the same time, in no order.
    ///
    /// - Parameters:
    ///   - count: of the guesses; three of five answer shared challenges, the others fetch one each.
    ///   - first: the first sequence number; it takes so many and twice the count.
    ///   - right: the place of a right PIN among the guesses, if any.
    /// - Returns: the answers; nil where the PIN was right.
    private func burst(
        _ count: Int, from first: Int64, right: Int? = nil, _ phone: TestPhone, _ stage: ProcessStage
    ) async throws -> [(isRight: Bool, answer: ProviderProblem?)] {
        var phone = phone
        phone.sequenceNumber = first
        phone.counter = UInt32(first)
        var challenges: [Instruction: String] = [:]
        for instruction in Self.instructions { challenges[instruction] = try await stage.challenge(for: instruction, of: &phone) }
        let shots = (0..<count).map { index in
            let instruction = Self.instructions[index % Self.instructions.count]
            let isShared = index % 5 < 3 || index == right
            return Shot(
                guess: Guess(instruction: isShared ? instruction : .checkPIN, isRight: index == right),
                challenge: isShared ? challenges[instruction] : nil, number: first + 10 + Int64(2 * index))
        }
        return try await withThrowingTaskGroup(of: (Bool, ProviderProblem?).self) { [phone] group in
            for shot in shots {
                group.addTask { (shot.guess.isRight, try await fire(shot, phone, stage)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func fire(_ shot: Shot, _ phone: TestPhone, _ stage: ProcessStage) async throws -> ProviderProblem? {
        var phone = phone
        phone.sequenceNumber = shot.number
        phone.counter = UInt32(shot.number)
        do {
            let challenge =
                if let challenge = shot.challenge { challenge } else {
                    try await stage.challenge(for: shot.guess.instruction, of: &phone)
                }
            let request = try phone.request(shot.guess, answering: challenge, right: phone.pinKey, isChangePending: false)
            return try await stage.problem(of: request.encode(), to: shot.guess.instruction)
        } catch let problem as ProviderProblem {
            return problem
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: StoreKind.installed)
    func `round after round, parallel wrong PINs get as many verified guesses as the policy allows`(_ kind: StoreKind) async throws {
        let count = Self.isLong ? 1000 : kind == .postgres ? 250 : 100
        try await ProcessStage.with(kind) { stage in
            let phone = try await stage.registeredPhone()
            var number: Int64 = 100
            var inParallel = 0
            for round in 1...Self.policy.rounds {
                let before = await stage.verified().count
                let answers = try await burst(count, from: number, phone, stage)
                number += Int64(2 * count + 100)
                #expect(answers.allSatisfy { Self.mayBeAnswered($0.answer) })
                inParallel += await stage.verified().count - before
                #expect(try await stage.attempts(of: phone) <= Self.policy.attemptsPerRound * round)

                // What the burst has left of the round is guessed one by one.
                while try await stage.attempts(of: phone) < Self.policy.attemptsPerRound * round {
                    let answer = try await fire(Shot(guess: .wrong, challenge: nil, number: number), phone, stage)
                    #expect(answer != nil)
                    number += 10
                }
                #expect(await stage.verified().count == Self.policy.attemptsPerRound * round)
                // Neither the round's wait nor the block lets anything through.
                let late = try await burst(20, from: number, right: 7, phone, stage)
                number += 200
                #expect(late.allSatisfy { Self.mayBeAnswered($0.answer) })
                #expect(await stage.verified().count == Self.policy.attemptsPerRound * round)
                if round < Self.policy.rounds { try await stage.pass(milliseconds: Self.policy.waitsInMilliseconds[round - 1]) }
            }
            let verified = await stage.verified()
            #expect(verified.allSatisfy { !$0.isRight })
            // Each attempt was given out once.
            #expect(verified.map(\.attempt).sorted() == Array(1...Self.policy.maximumAttempts))
            print(
                "\(kind): \(verified.count) guesses verified of \(count * Self.policy.rounds) in parallel, \(inParallel) of them in bursts")
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: StoreKind.installed)
    func `a right PIN in the middle of wrong ones succeeds once and gives back only what was before it`(_ kind: StoreKind) async throws {
        let (wallets, count) = Self.isLong ? (40, 100) : (6, 20)
        try await ProcessStage.with(kind) { stage in
            var (before, successes, resets): ([ProviderLog.Verified], Int, Int) = ([], 0, 0)
            for wallet in 0..<wallets {
                let phone = try await stage.registeredPhone()
                let answers = try await burst(count, from: 100, right: wallet * count / wallets, phone, stage)
                let attempts = try await stage.attempts(of: phone)
                let verified = Self.difference(await stage.verified(), before)
                before += verified

                #expect(
                    answers.allSatisfy { $0.isRight ? $0.answer == nil || Self.mayBeAnswered($0.answer) : Self.mayBeAnswered($0.answer) })
                let isAnsweredRight = answers.contains { $0.isRight && $0.answer == nil }
                let rightAnswer = answers.first { $0.isRight && $0.answer != nil }?.answer
                if case .incorrectPIN = rightAnswer { Issue.record("a right PIN was called wrong") }
                let right = verified.filter(\.isRight)
                #expect(right.count <= 1)
                if isAnsweredRight { #expect(right.count == 1) }
                // One run of attempts up to the right PIN and one after it; or a single one, when others were reserved before it was settled.
                let numbers = verified.map(\.attempt).sorted()
                let single = Array(0..<attempts).map { $0 + 1 }
                let isReset = numbers != single
                if isReset {
                    let last = try #require(right.first).attempt
                    #expect(numbers == (single + Array(1...last)).sorted())
                } else if right.count == 1, !isAnsweredRight {
                    // Its change was overtaken by the later attempts.
                    #expect(rightAnswer == .instructionRejected)
                }
                #expect(attempts <= Self.policy.attemptsPerRound)
                successes += right.count
                resets += isReset ? 1 : 0
            }
            print(
                "\(kind): \(before.count) guesses verified at \(wallets) wallets, \(successes) right PINs in time, \(resets) of them reset")
        }
    }

    private static func difference(_ all: [ProviderLog.Verified], _ earlier: [ProviderLog.Verified]) -> [ProviderLog.Verified] {
        var difference = all
        for verified in earlier {
            if let index = difference.firstIndex(of: verified) { difference.remove(at: index) }
        }
        return difference
    }

    /// What may be said to a wrong PIN, or to a right one that is too late.
    private static func mayBeAnswered(_ answer: ProviderProblem?) -> Bool {
        switch answer {
        case .incorrectPIN, .pinTimeout, .accountBlocked, .challengeRejected, .instructionRejected: true
        default: false
        }
    }
}
