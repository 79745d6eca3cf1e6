// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// UC9.7 Log out of the app: after inactivity, or at the user's request. The core measures the time; this flow shows it.
struct LogOut {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC9.7")
    }

    /// 1.2: asks on the notice layer whether the user is still there, until the user answers. The caller cancels it when the wallet locks
    /// or when the user was active elsewhere.
    ///
    /// - Parameter locksAt: the time of the lock, in monotonic time.
    func warn(locksAt: Date) async throws {
        switch try await context.ui.show(InactivityWarning(locksAt: locksAt)) {
        case .goOn:
            await context.wallet.noteActivity()
        case .logOut:
            await lock()
        }
    }

    /// 2.1: the user logs out in the menu.
    func logOut() async {
        trace("2.1")
        await lock()
    }

    /// Locks the wallet. The glass is covered before this returns. While the cover is withheld, its withholder raises it afterwards.
    func lock() async {
        await context.wallet.lock(because: .loggedOut)
        context.supervision.cover.raise()
    }

    /// 1.1d: the app returned to the foreground in time.
    func resume() async throws {
        guard try await context.wallet.isUnlocked() else { return }
        let trace = context.traceBesideLayers(of: "UC9.7")
        trace("1.1")
        trace("1.1d")
    }

    /// Translates the lock's states into a sequence of steps for the supervisor.
    struct Watch {
        /// The supervisor's next action.
        enum Step: Equatable {
            case nothing
            case warn(locksAt: Date)
            /// The user was active: the warning closes.
            case calm
            case lock
            /// The wallet locked because this version or this wallet is refused: the start of the app shows which.
            case refuse
        }

        private let trace: FlowTrace
        private var last = LockState.locked(.notUnlockedYet)

        init(_ context: FlowContext) {
            trace = context.traceBesideLayers(of: "UC9.7")
        }

        /// 1.1, for each change of the lock's state.
        mutating func next(_ state: LockState) -> Step {
            defer { last = state }
            switch state {
            case .inactive(let locksAt):
                trace("1.1")
                trace("1.1c")
                return .warn(locksAt: locksAt)
            case .unlocked:
                if case .inactive = last {
                    trace("1.1")
                    trace("1.1a")
                }
                return .calm
            case .locked(let reason):
                // The wallet was not visibly unlocked before.
                guard last.isOpen else { return .nothing }
                markLock(reason)
                switch reason {
                case .refused: return .refuse
                // UC9.4 shows the wipe, and nothing is left to unlock: the next wallet is a new wallet.
                case .wiped, .notUnlockedYet: return .calm
                default: return .lock
                }
            }
        }

        private func markLock(_ reason: LockReason) {
            switch reason {
            case .inactivity:
                if case .inactive = last { return trace("1.2c") }
                trace("1.1")
                trace("1.1b")
            case .background:
                trace("1.1")
                trace("1.1e")
            // The row of a logout is taken where the user chooses it.
            case .deviceLocked, .loggedOut, .wiped, .notUnlockedYet, .rebound, .refused: break
            }
        }
    }
}
