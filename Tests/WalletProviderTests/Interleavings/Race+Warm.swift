// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol

extension Race {
    /// The races for an account that the provider knows. Each guess with `check_pin` is reserved without a look at the account.
    static let warm = [
        threeWarmWrongPINs,
        Race(
            "a known account: a right PIN between wrong ones, one guess left", attempts: 15, isWarm: true, [.wrong, .right, .wrong],
            most: 2),
        Race("a known account: a crash, two wrong PINs, one guess left", attempts: 15, isWarm: true, wrongTwice, crashes: true, most: 1),
        Race(
            "a known account: a crash, a right PIN and a wrong one, one guess left", attempts: 15, isWarm: true, [.right, .wrong],
            crashes: true, most: 2),
        Race(
            "a known account: a crash, a wrong PIN and a right one before a wait", attempts: 2, isWarm: true, [.wrong, .right],
            crashes: true, most: 2),
        Race(
            "a known account: a crash, the same right request twice, one guess left", attempts: 15, isWarm: true, [.right, .repetition],
            crashes: true, most: 1),
        changedWarmPIN,
    ]

    static let threeWarmWrongPINs = Race(
        "a known account: three wrong PINs, one guess left", attempts: 15, isWarm: true, [.wrong, .wrong, .wrong], most: 1)

    /// Before the settlement no other instruction is taken, and after it the old PIN is no longer in force. So it is verified in no order.
    static let changedWarmPIN = Race(
        "a known account: a pending change is settled beside the old PIN", attempts: 15, isChangePending: true, isWarm: true,
        [.right(.settlePINChange), .right], most: 1)

    private static let wrongTwice: [Guess] = [.wrong, .wrong]
}
