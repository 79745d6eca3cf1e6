// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// How many wrong PINs there may be, and how long the waits between them are.
///
/// After every round but the last there is a wait; after the last attempt of the last round the account is blocked.
///
/// - SeeAlso: the protocol page, PIN policy.
package struct PINRetryPolicy: Sendable, Hashable {
    /// 4 rounds of 4 attempts with waits of 60, 300 and 3600 seconds.
    package static let standard = PINRetryPolicy(attemptsPerRound: 4, waitsInMilliseconds: [60_000, 300_000, 3_600_000])

    /// The number of attempts in a round, 1 or more.
    package let attemptsPerRound: Int
    /// The wait after each round but the last, in order; each 1 ms or more.
    package let waitsInMilliseconds: [Int64]

    /// The number of rounds, 1 or more.
    package var rounds: Int { waitsInMilliseconds.count + 1 }
    /// The number of all attempts.
    package var maximumAttempts: Int { rounds * attemptsPerRound }

    private init(attemptsPerRound: Int, waitsInMilliseconds: [Int64]) {
        self.attemptsPerRound = attemptsPerRound
        self.waitsInMilliseconds = waitsInMilliseconds
    }

    /// A policy of the operator's.
    ///
    /// - Parameters:
    ///   - rounds: 1…255.
    ///   - attemptsPerRound: 1…255.
    ///   - waits: rounds − 1 of them, each a whole number of milliseconds from 1 ms to 10 years.
    /// - Throws: `ConfigurationError` when a number is outside its range.
    package init(rounds: Int, attemptsPerRound: Int, waits: [Duration]) throws(ConfigurationError) {
        guard Self.counts.contains(rounds) else { throw ConfigurationError("the PIN policy needs 1 to 255 rounds") }
        guard Self.counts.contains(attemptsPerRound) else { throw ConfigurationError("the PIN policy needs 1 to 255 attempts a round") }
        guard waits.count == rounds - 1 else { throw ConfigurationError("the PIN policy needs one wait after each round but the last") }
        let milliseconds = waits.compactMap { $0.milliseconds(in: Self.waitRange) }
        guard milliseconds.count == waits.count else {
            throw ConfigurationError("a wait of the PIN policy is a whole number of milliseconds from 1 ms to 10 years")
        }
        self.init(attemptsPerRound: attemptsPerRound, waitsInMilliseconds: milliseconds)
    }

    /// The waits by the number of the attempt that starts them: with the standard policy 4, 8 and 12.
    package var waitsByAttempt: [(attempt: Int, milliseconds: Int64)] {
        waitsInMilliseconds.enumerated().map { (($0.offset + 1) * attemptsPerRound, $0.element) }
    }

    /// What is answered when the attempt with this number was a wrong PIN.
    ///
    /// - Parameter attempt: 1 for the first since the last right PIN. Anything from `maximumAttempts` on is `accountBlocked`; what is below 1
    ///   is taken as 1.
    package func refusal(ofWrongAttempt attempt: Int) -> ProviderProblem {
        let attempt = max(1, attempt)
        guard attempt < maximumAttempts else { return .accountBlocked }
        let (round, position) = attempt.quotientAndRemainder(dividingBy: attemptsPerRound)
        guard position > 0 else { return .pinTimeout(timeLeft: waitsInMilliseconds[round - 1]) }
        return .incorrectPIN(attemptsLeftInRound: attemptsPerRound - position, isFinalRound: round == rounds - 1)
    }

    private static let counts = 1...255
    private static let waitRange: ClosedRange<Int64> = 1...(10 * 366 * 86_400_000)
}
