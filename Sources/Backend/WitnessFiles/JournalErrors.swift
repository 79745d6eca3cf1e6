// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import WalletProvider

/// The errors of reads in several directories that one caller waits for.
final class JournalErrors: Sendable {
    private struct State {
        var errors: [AccountStoreError?]
        var unanswered: Int
    }

    private let state: Mutex<State>

    /// - Parameter errors: for each directory, the error that holds until it has answered.
    init(unanswered errors: [AccountStoreError]) {
        state = Mutex(State(errors: errors, unanswered: errors.count))
    }

    /// Takes the answer of a directory, one for each.
    ///
    /// - Returns: true for the last answer.
    func take(_ error: AccountStoreError?, of directory: Int) -> Bool {
        state.withLock { state in
            state.errors[directory] = error
            state.unanswered -= 1
            return state.unanswered == 0
        }
    }

    /// The error of the first directory that failed or has not answered; nil if all were read.
    var first: AccountStoreError? { state.withLock { $0.errors.compactMap(\.self).first } }
}
