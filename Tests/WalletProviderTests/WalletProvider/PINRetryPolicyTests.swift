// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

struct PINRetryPolicyTests {
    @Test func `the standard policy answers the sixteen wrong PINs as the protocol says`() {
        let expected: [ProviderProblem] = [
            .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false), .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: false),
            .incorrectPIN(attemptsLeftInRound: 1, isFinalRound: false), .pinTimeout(timeLeft: 60_000),
            .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false), .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: false),
            .incorrectPIN(attemptsLeftInRound: 1, isFinalRound: false), .pinTimeout(timeLeft: 300_000),
            .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false), .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: false),
            .incorrectPIN(attemptsLeftInRound: 1, isFinalRound: false), .pinTimeout(timeLeft: 3_600_000),
            .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: true), .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: true),
            .incorrectPIN(attemptsLeftInRound: 1, isFinalRound: true), .accountBlocked,
        ]
        #expect((1...16).map { PINRetryPolicy.standard.refusal(ofWrongAttempt: $0) } == expected)
    }

    @Test func `waiting periods follow the attempts that end a round`() {
        let waits = PINRetryPolicy.standard.waitsByAttempt
        #expect(waits.map(\.attempt) == [4, 8, 12])
        #expect(waits.map(\.milliseconds) == [60_000, 300_000, 3_600_000])
        #expect(PINRetryPolicy.standard.waitsAsJSON == "[60000, 300000, 3600000]")
    }

    @Test func `one round has no waiting periods; one attempt a round always ends it`() throws {
        let one = try PINRetryPolicy(rounds: 1, attemptsPerRound: 2, waits: [])
        #expect(one.refusal(ofWrongAttempt: 1) == .incorrectPIN(attemptsLeftInRound: 1, isFinalRound: true))
        #expect(one.refusal(ofWrongAttempt: 2) == .accountBlocked)
        #expect(one.waitsAsJSON == "[]")
        let single = try PINRetryPolicy(rounds: 2, attemptsPerRound: 1, waits: [.seconds(5)])
        #expect(single.refusal(ofWrongAttempt: 1) == .pinTimeout(timeLeft: 5000))
        #expect(single.refusal(ofWrongAttempt: 2) == .accountBlocked)
    }

    static let shapes: [(rounds: Int, attempts: Int, waits: [Duration])] = [
        (0, 4, []), (-1, 4, []), (256, 1, Array(repeating: .seconds(1), count: 255)), (4, 0, Array(repeating: .seconds(1), count: 3)),
        (4, -4, Array(repeating: .seconds(1), count: 3)), (4, 256, Array(repeating: .seconds(1), count: 3)), (4, 4, []),
        (4, 4, Array(repeating: .seconds(1), count: 2)), (4, 4, Array(repeating: .seconds(1), count: 4)), (2, 4, [.zero]),
        (2, 4, [.seconds(-1)]), (2, 4, [.microseconds(1500)]), (2, 4, [.seconds(Int64.max)]), (2, 4, [.seconds(400_000_000)]),
        (Int.max, Int.max, []), (Int.min, Int.min, []),
    ]

    @Test(arguments: shapes)
    func `an invalid policy is rejected`(_ shape: (rounds: Int, attempts: Int, waits: [Duration])) {
        #expect(throws: ConfigurationError.self) {
            try PINRetryPolicy(rounds: shape.rounds, attemptsPerRound: shape.attempts, waits: shape.waits)
        }
    }

    @Test func `no number of attempts crashes the program under any policy`() throws {
        for rounds in [1, 2, 17, 255] {
            for attempts in [1, 2, 16, 255] {
                let waits = (1..<max(rounds, 1)).map { Duration.seconds($0) }
                let policy = try PINRetryPolicy(rounds: rounds, attemptsPerRound: attempts, waits: rounds == 1 ? [] : waits)
                for attempt in Array(0...300) + [65_025, 65_535, Int.max, -1, Int.min] {
                    let refusal = policy.refusal(ofWrongAttempt: attempt)
                    #expect((refusal == .accountBlocked) == (attempt >= rounds * attempts || rounds * attempts == 1))
                }
            }
        }
    }
}
