// SPDX-License-Identifier: EUPL-1.2

/// The remote PIN: its check (PF2.8), which unlocks, and the state of its change (UC2.6).
package protocol PINCalls: Sendable {
    /// Prefetches the beacon for a PIN, unless a fresh beacon is stored. Never fails.
    func prepareUnlock() async
    /// Checks the PIN and unlocks (PF2.8/1.1). Idempotent for the same PIN after an unknown outcome.
    func unlock(pin: PIN) async throws -> PINCheck
    /// Records that the user has seen both numbers of wrong PINs.
    func confirmWrongTriesShown() async throws
    /// Prefetches the beacon for a PIN change, unless a fresh beacon is stored. Never fails.
    func preparePINChange() async
    /// Returns the state of a PIN change; while it is pending, either PIN unlocks.
    func pinChangeState() async throws -> PINChangeState
}

/// The calls about the PIN that need an unlocked wallet: its change (UC2.6), the report of wrong PINs, and the practice.
package protocol UnlockedPINCalls: Sendable {
    /// Changes the PIN (UC2.6, PF2.9/1.5). Idempotent for the same PINs after an error.
    func changePIN(from oldPIN: PIN, to newPIN: PIN) async throws -> PINChangeOutcome
    /// Returns the number of wrong PINs to report to the user (threat T-N6).
    func unreportedWrongTries() async throws -> Int
    /// Returns the wrong PINs of the last weeks to report to the user; nil if there are none.
    func unreportedRecentWrongTries() async throws -> RecentWrongTries?
    /// Returns true if the user should practise the PIN, because it has not been typed for long.
    func isPINPracticeDue() async throws -> Bool
    /// Records that the practice was offered.
    func notePINPractice() async throws
}
