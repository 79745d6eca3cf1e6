// SPDX-License-Identifier: EUPL-1.2

package import ProviderProtocol

/// The limits on wrong PINs: rounds of attempts, with a waiting period after each round.
///
/// The last round has no waiting period; after its last attempt the account is blocked.
///
/// - SeeAlso: provider-protocol.md, *The order of an attempt*.
package struct PINRetryPolicy: Sendable, Hashable {
    /// 4 rounds of 4 attempts with waits of 60, 300 and 3600 seconds.
    package static let standard = PINRetryPolicy(attemptsPerRound: 4, waitsInMilliseconds: [60_000, 300_000, 3_600_000])

    /// The number of attempts in a round, 1 or more.
    package let attemptsPerRound: Int
    /// The waiting period after each round but the last, in milliseconds; each at least 1.
    package let waitsInMilliseconds: [Int64]
    /// `waitsInMilliseconds` as a JSON array, for a database without arrays.
    package let waitsAsJSON: String

    /// The number of rounds, 1 or more.
    package var rounds: Int { waitsInMilliseconds.count + 1 }
    /// The total number of attempts before the account is blocked.
    package var maximumAttempts: Int { rounds * attemptsPerRound }

    private init(attemptsPerRound: Int, waitsInMilliseconds: [Int64]) {
        self.attemptsPerRound = attemptsPerRound
        self.waitsInMilliseconds = waitsInMilliseconds
        waitsAsJSON = "\(waitsInMilliseconds)"
    }

    /// Creates a policy from the operator's settings.
    ///
    /// - Parameters:
    ///   - rounds: 1…255.
    ///   - attemptsPerRound: 1…255.
    ///   - waits: one waiting period fewer than rounds, each a whole number of milliseconds from 1 ms to 10 years.
    /// - Throws: `ConfigurationError` if a number is outside its range.
    package init(rounds: Int, attemptsPerRound: Int, waits: [Duration]) throws {
        guard Self.counts.contains(rounds) else { throw ConfigurationError("the PIN policy needs 1 to 255 rounds") }
        guard Self.counts.contains(attemptsPerRound) else { throw ConfigurationError("the PIN policy needs 1 to 255 attempts a round") }
        guard waits.count == rounds - 1 else { throw ConfigurationError("the PIN policy needs one wait after each round but the last") }
        let milliseconds = waits.compactMap { $0.milliseconds(in: Self.waitRange) }
        guard milliseconds.count == waits.count else {
            throw ConfigurationError("a wait of the PIN policy is a whole number of milliseconds from 1 ms to 10 years")
        }
        self.init(attemptsPerRound: attemptsPerRound, waitsInMilliseconds: milliseconds)
    }

    /// The waiting periods with the number of the attempt that starts them; 4, 8 and 12 in the standard policy.
    package var waitsByAttempt: [(attempt: Int, milliseconds: Int64)] {
        waitsInMilliseconds.enumerated().map { (($0.offset + 1) * attemptsPerRound, $0.element) }
    }

    /// Returns the answer to a wrong PIN.
    ///
    /// - Parameter attempt: the number of the attempt, 1 for the first since the last right PIN. From `maximumAttempts` on the answer is
    ///   `accountBlocked`; numbers below 1 count as 1.
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
