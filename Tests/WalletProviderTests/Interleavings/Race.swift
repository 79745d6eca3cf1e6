// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// A request of a race: a guess at the PIN.
struct Guess: Sendable {
    var instruction = Instruction.checkPIN
    var isRight = false
    /// True if the guess repeats the first request byte for byte.
    var isRepetition = false

    /// True if the guess may stay unaffected when the reservation is removed.
    var isSpecial: Bool { isRight || isRepetition }

    static let wrong = Guess()
    static let right = Guess(isRight: true)
    static let repetition = Guess(isRepetition: true)

    static func wrong(_ instruction: Instruction) -> Guess { Guess(instruction: instruction) }
    static func right(_ instruction: Instruction) -> Guess { Guess(instruction: instruction, isRight: true) }
}

/// Concurrent requests for one wallet, with the state of its account before them. All have one beacon, and ascending numbers.
struct Race: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Attempts used before the race. If they end a round, its waiting period has just passed.
    let attempts: Int
    var isChangePending = false
    /// True if the provider knows the account from a right PIN, so that `check_pin` does not read it.
    let isWarm: Bool
    let guesses: [Guess]
    /// True if the database crashes once, at any point of the schedule, and loses all it has not flushed.
    let crashes: Bool
    /// The maximum number of verified guesses in any schedule.
    let most: Int

    init(
        _ description: String, attempts: Int, isChangePending: Bool = false, isWarm: Bool = false, _ guesses: [Guess],
        crashes: Bool = false, most: Int
    ) {
        testDescription = description
        self.attempts = attempts
        self.isChangePending = isChangePending
        self.isWarm = isWarm
        self.guesses = guesses
        self.crashes = crashes
        self.most = most
    }

    static let policy = PINRetryPolicy.standard

    /// The number of guesses that the policy allows until the next waiting period or block.
    var allowed: Int { Self.policy.attemptsPerRound - attempts % Self.policy.attemptsPerRound }

    /// The races that always run: one for each property in which races differ.
    static let always = [
        Race("three wrong PINs, one guess left", attempts: 15, wrongPINs, most: 1),
        Race("a right PIN in the middle, one guess left", attempts: 15, [.wrong, .right(.deleteKeys), .wrong(.performIssuance)], most: 2),
        Race(
            "a pending change: settled rightly, settled wrongly, and a wrong PIN", attempts: 15, isChangePending: true,
            [.wrong(.settlePINChange), .wrong, .right(.settlePINChange)], most: 1),
        Race(
            "a pending change: settled rightly between wrong PINs", attempts: 15, isChangePending: true,
            [.wrong, .right(.settlePINChange), .wrong(.deleteKeys)], most: 1),
        Race("a crash, two wrong PINs, one guess left", attempts: 15, [.wrong, .wrong], crashes: true, most: 1),
        Race("a crash, a right PIN and a wrong one, one guess left", attempts: 15, [.right, .wrong], crashes: true, most: 2),
        Race("a crash, a wrong PIN and a right one before a wait", attempts: 2, [.wrong, .right], crashes: true, most: 2),
        Race("a crash, the same right request twice, one guess left", attempts: 15, [.right, .repetition], crashes: true, most: 1),
    ]

    /// The races that run only with `make race-test`.
    static let more = [
        Race("three wrong PINs for one instruction, one guess left", attempts: 15, [.wrong, .wrong, .wrong], most: 1),
        Race(
            "wrong PINs beside the wrong settlement of a change that is not pending", attempts: 15,
            [.wrong, .wrong(.settlePINChange), .wrong(.deleteKeys)], most: 1),
        Race("three wrong PINs, two guesses left", attempts: 14, wrongPINs, most: 2),
        Race("three wrong PINs before a wait", attempts: 3, wrongPINs, most: 1),
        Race("three wrong PINs just after a wait", attempts: 4, wrongPINs, most: 3),
        Race("a right PIN and two wrong ones for one instruction, one guess left", attempts: 15, [.wrong, .right, .wrong], most: 2),
        Race("a right PIN first, one guess left", attempts: 15, [.right, .wrong(.deleteKeys), .wrong(.performIssuance)], most: 3),
        Race("a right PIN last before a wait", attempts: 3, [.wrong, .wrong(.performIssuance), .right(.deleteKeys)], most: 1),
        Race(
            "two right PINs and a wrong one before a wait", attempts: 3, [.right, .wrong(.performIssuance), .right(.deleteKeys)], most: 3),
        Race("the same wrong request three times", attempts: 0, [.wrong, .repetition, .repetition], most: 1),
        Race("the same right request twice and a wrong one", attempts: 15, [.right, .repetition, .wrong(.deleteKeys)], most: 2),
        Race("a crash, three wrong PINs, two guesses left", attempts: 14, wrongPINs, crashes: true, most: 2),
        Race(
            "a crash, a right PIN between wrong ones, one guess left", attempts: 15, [.wrong, .right, .wrong(.deleteKeys)], crashes: true,
            most: 2),
        Race(
            "a crash and a pending change: settled rightly, and a wrong PIN", attempts: 15, isChangePending: true,
            [.wrong, .right(.settlePINChange)], crashes: true, most: 1),
    ]

    static let wrongPINs: [Guess] = [.wrong, .wrong(.deleteKeys), .wrong(.performIssuance)]
}

/// The events of one run of a race.
struct Record: Sendable {
    enum Event: Sendable, Hashable {
        case verified(strand: Int, isRight: Bool, attempt: Int)
        /// A right PIN returned its reservation, as far as possible.
        case settled(strand: Int)
        /// The database crashed; the account's attempts before and after.
        case crashed(before: Int, after: Int)
    }

    var events: [Event] = []
    /// The answer to each strand; nil for a right PIN.
    var answers: [Int: ProviderProblem?] = [:]
    /// The account's attempts after the run.
    var attempts = 0

    var verified: Int { events.count { if case .verified = $0 { true } else { false } } }
}

/// The rules that hold in every schedule.
enum Rule: String, Sendable, CaseIterable {
    case noMoreGuessesThanAllowed
    case everyWrongGuessIsCounted
    case rightPINResets
    case verdictIsTrue
    case rightPINIsNeverCalledWrong
    case wrongPINIsNeverCalledRight
    case nothingIsSaidWithoutVerification
    case somethingIsVerified
    case aCrashGivesNoAttemptBack
    case aRightPINIsNeverFollowedByABlock
}

extension Race {
    /// Returns the rules that a run violates.
    func brokenRules(by record: Record) -> Set<Rule> {
        var broken: Set<Rule> = []
        // The guesses left, the attempts that must be counted at least, and true if the last verified guess was right.
        var (left, counted, lastIsRight) = (allowed, attempts, false)
        for event in record.events {
            switch event {
            case .verified(let strand, let isRight, _):
                left -= 1
                if left < 0 { broken.insert(.noMoreGuessesThanAllowed) }
                counted = isRight ? 0 : counted + 1
                lastIsRight = isRight
                if isRight != self.isRight(strand) { broken.insert(.verdictIsTrue) }
            case .settled: left = Self.policy.attemptsPerRound
            case .crashed(let before, let after):
                if after < before { broken.insert(.aCrashGivesNoAttemptBack) }
                // The loss of a right PIN's outcome leaves its attempt counted.
                lastIsRight = false
            }
        }
        let areAllRight = record.events.allSatisfy { if case .verified(_, let isRight, _) = $0 { isRight } else { true } }
        if areAllRight, record.attempts >= Self.policy.maximumAttempts { broken.insert(.aRightPINIsNeverFollowedByABlock) }
        if record.attempts < counted { broken.insert(.everyWrongGuessIsCounted) }
        if lastIsRight, record.attempts != 0 { broken.insert(.rightPINResets) }
        if record.verified == 0 { broken.insert(.somethingIsVerified) }
        for strand in guesses.indices { broken.formUnion(brokenRules(answering: strand, in: record)) }
        return broken
    }

    private func brokenRules(answering strand: Int, in record: Record) -> Set<Rule> {
        guard let answer = record.answers[strand] else { return [.nothingIsSaidWithoutVerification] }
        let attempt = attempt(of: strand, in: record)
        let isVerdict = if case .incorrectPIN = answer { true } else { answer == nil }
        if isVerdict, attempt == nil { return [.nothingIsSaidWithoutVerification] }
        guard isRight(strand) else {
            if answer == nil { return [.wrongPINIsNeverCalledRight] }
            // A repetition that arrives while the first request is in progress gets no verdict.
            if let attempt, !isRepeated(strand), answer != Self.policy.refusal(ofWrongAttempt: attempt) { return [.verdictIsTrue] }
            return []
        }
        // A right PIN whose change was overtaken by a later attempt is not called wrong and may be tried again.
        if isVerdict, answer != nil { return [.rightPINIsNeverCalledWrong] }
        if attempt != nil, answer != nil, answer != .instructionRejected, !isRepeated(strand) { return [.rightPINIsNeverCalledWrong] }
        return []
    }

    private func isRepeated(_ strand: Int) -> Bool {
        guesses[strand].isRepetition || (strand == 0 && guesses.contains { $0.isRepetition })
    }

    private func isRight(_ strand: Int) -> Bool { guesses[guesses[strand].isRepetition ? 0 : strand].isRight }

    /// Returns the number of the attempt in which a request, or an identical repeated request, was verified; nil if neither was.
    private func attempt(of strand: Int, in record: Record) -> Int? {
        for case .verified(let other, _, let attempt) in record.events
        where other == strand || (isRepeated(other) && isRepeated(strand)) { return attempt }
        return nil
    }
}
