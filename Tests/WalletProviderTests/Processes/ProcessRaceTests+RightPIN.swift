// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// A right PIN among wrong ones.
extension ProcessRaceTests {
    /// The outcomes of right PINs.
    private struct Tally {
        /// The attempt that verified each right PIN that could not be too late.
        var inTime: [Int] = []
        var late = 0
        /// Counts of right PINs that could be in time or too late.
        var (either, eitherInTime) = (0, 0)
    }

    @Test(.timeLimit(.minutes(20)), arguments: StoreKind.installed)
    func `a right PIN among wrong ones unlocks in time, is refused when too late, and is never called wrong`(
        _ kind: StoreKind
    ) async throws {
        let wallets = Self.isLong ? 20 : 4
        try await ProcessStage.with(kind) { stage in
            var tally = Tally()
            for wallet in 0..<wallets { try await rightPINs(wallet, &tally, stage) }
            print(
                """
                \(kind): right PINs at \(wallets) wallets, in time at attempts \(tally.inTime); \(tally.late) too late; \
                \(tally.eitherInTime) of \(tally.either) that could be either in time
                """)
            #expect(tally.inTime.count == 2 * wallets)
            #expect(tally.late == wallets)
        }
    }

    private func rightPINs(_ wallet: Int, _ tally: inout Tally, _ stage: ProcessStage) async throws {
        let count = Self.isLong ? 100 : 20
        let phone = try await stage.registeredPhone()
        tally.inTime.append(try await inTime(count, 100, spent: wallet % Self.policy.attemptsPerRound, phone, stage))

        let number = try await spend(Self.policy.attemptsPerRound, from: 1000, phone, stage)
        try await tooLate(number, phone, stage)
        tally.late += 1

        // After the waiting period it unlocks: no attempt was counted in the meantime.
        try await stage.pass(milliseconds: Self.policy.waitsInMilliseconds[0])
        let before = await stage.verified()
        let answer = try await stage.fire(Shot(guess: .right, beacon: try await stage.beacon(), number: 2000), phone)
        #expect(answer.type == nil)
        let verified = Self.difference(await stage.verified(), before)
        #expect(verified == [.init(isRight: true, attempt: Self.policy.attemptsPerRound + 1)])
        #expect(try await stage.attempts(of: phone) == 0)
        tally.inTime += verified.map(\.attempt)

        tally.either += 1
        tally.eitherInTime += try await either(count, 3000, right: (wallet * 7) % count, phone, stage) ? 1 : 0
    }

    /// Sends a right PIN that must be in time. The wrong PINs share three numbers, so one guess of the four is left for the right PIN in any
    /// order, and no other message has a higher number. After its answer, messages with higher numbers follow, while others are still
    /// in progress.
    ///
    /// - Parameters:
    ///   - first: the highest number before; the function uses `count` and 100 numbers.
    ///   - spent: the number of the three numbers, 0…3, used beforehand.
    /// - Returns: the number of the attempt that verified the right PIN.
    private func inTime(_ count: Int, _ first: Int64, spent: Int, _ phone: TestPhone, _ stage: ProcessStage) async throws -> Int {
        let before = await stage.verified()
        let beacon = try await stage.beacon()
        let instruction = ProcessStage.instructions[spent]
        let others = ProcessStage.instructions.filter { $0 != instruction }
        let wrong = (0..<count + spent).map { index in
            let other = others[index % others.count]
            return Shot(guess: .wrong(other), beacon: beacon, number: first + 10 + Int64(index % others.count))
        }
        let highest = first + 20
        let right = Shot(guess: .right(instruction), beacon: beacon, number: highest)
        for shot in wrong.prefix(spent) {
            let answer = try await stage.fire(shot, phone)
            #expect(answer.type == "incorrect_pin")
        }
        var shots = Array(wrong.dropFirst(spent))
        shots.insert(right, at: count / 2)
        let answers = try await stage.fire(shots, phone) { try await stage.burst(count, from: highest + 10, phone) }
        let attempts = try await stage.attempts(of: phone)
        let verified = Self.difference(await stage.verified(), before)

        #expect(answers.count == 2 * count + 1)
        let answeredRight = answers.first(where: \.isRight)
        let rightAnswer = try #require(answeredRight)
        #expect(rightAnswer.type == nil)
        let refusals = answers.count(where: \.isRefusal)
        #expect(refusals == 2 * count)
        let verifiedRight = verified.filter(\.isRight)
        #expect(verifiedRight.count == 1)
        let attempt = try #require(verifiedRight.first).attempt
        #expect((spent + 1...Self.policy.attemptsPerRound).contains(attempt))
        // The attempts up to it are returned, those after it are counted. Only another server may continue the count, if it reserves before
        // an unlock's outcome is written.
        #expect((1...Self.policy.attemptsPerRound).contains(attempts))
        let numbers = verified.map(\.attempt).sorted()
        let isOvertaken =
            stage.mayOvertakeUnlock && instruction == .checkPIN && attempts > attempt && numbers == Array(1...max(attempts, 1))
        if !isOvertaken { #expect(numbers == (Array(1...attempt) + Array(1...max(attempts, 1))).sorted()) }
        expectVerdicts(answers, of: verified, alreadySeen: spent)
        return attempt
    }

    /// Checks that during a waiting period neither the right PIN nor any other is verified.
    private func tooLate(_ first: Int64, _ phone: TestPhone, _ stage: ProcessStage) async throws {
        let before = await stage.verified()
        let answers = try await stage.burst(20, from: first, right: 10, phone)
        let refusals = answers.count(where: \.isRefusal)
        #expect(refusals == 20)
        let answeredRight = answers.first(where: \.isRight)
        let rightAnswer = try #require(answeredRight)
        #expect(rightAnswer.type == "pin_timeout")
        #expect(await stage.verified().count == before.count)
        #expect(try await stage.attempts(of: phone) == Self.policy.attemptsPerRound)
    }

    /// Sends a right PIN that may be in time or too late, to an account without attempts.
    ///
    /// - Returns: true if it was in time.
    private func either(_ count: Int, _ first: Int64, right: Int, _ phone: TestPhone, _ stage: ProcessStage) async throws -> Bool {
        let before = await stage.verified()
        let answers = try await stage.burst(count, from: first, right: right, phone)
        let attempts = try await stage.attempts(of: phone)
        let verified = Self.difference(await stage.verified(), before)

        #expect(answers.count == count)
        let answeredRight = answers.first(where: \.isRight)
        let rightAnswer = try #require(answeredRight)
        let refusals = answers.count(where: \.isRefusal)
        #expect(refusals == (rightAnswer.type == nil ? count - 1 : count))
        let verifiedRight = verified.filter(\.isRight)
        #expect(verifiedRight.count <= 1)
        if rightAnswer.type == nil { #expect(verifiedRight.count == 1) }
        #expect(attempts <= Self.policy.attemptsPerRound)
        // Attempts are numbered from 1 up to the right PIN, and again from 1 after it. If later attempts were reserved before the right PIN
        // was settled, there is a single sequence.
        let numbers = verified.map(\.attempt).sorted()
        let single = Array(1...max(attempts, 1)).filter { $0 <= attempts }
        if numbers != single {
            let attempt = try #require(verifiedRight.first).attempt
            #expect(numbers == (single + Array(1...attempt)).sorted())
        } else if verifiedRight.count == 1, rightAnswer.type != nil {
            // Its change was overtaken by the later attempts.
            #expect(rightAnswer.type == "instruction_rejected")
        }
        expectVerdicts(answers, of: verified, alreadySeen: 0)
        return verifiedRight.count == 1
    }

    /// Checks that a PIN is called wrong exactly once for each verified wrong PIN. (The last one of the round reports the waiting period.)
    private func expectVerdicts(_ answers: [Answer], of verified: [ProviderLog.Verified], alreadySeen: Int) {
        let told = answers.count { $0.type == "incorrect_pin" }
        let wrong = verified.count { !$0.isRight && !$0.attempt.isMultiple(of: Self.policy.attemptsPerRound) }
        #expect(told == wrong - alreadySeen)
    }

    private static func difference(_ all: [ProviderLog.Verified], _ earlier: [ProviderLog.Verified]) -> [ProviderLog.Verified] {
        var difference = all
        for verified in earlier {
            if let index = difference.firstIndex(of: verified) { difference.remove(at: index) }
        }
        return difference
    }
}
