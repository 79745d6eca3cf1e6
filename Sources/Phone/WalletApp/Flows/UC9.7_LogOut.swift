// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// UC9.7 Log out of the app: by itself, when nobody uses it, or when the user says so. The core keeps the time; this shows it.
struct LogOut {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC9.7")
    }

    /// 1.2: asks whether the user is still there, on the notice layer, until the user answers. It is cancelled when the wallet locks, or when
    /// something was done elsewhere.
    ///
    /// - Parameter locksAt: in steady time, as the lock counts.
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

    /// Locks. The glass is covered before this returns, whenever the core tells that it has locked; while the cover is withheld,
    /// whoever withholds it covers it.
    func lock() async {
        await context.wallet.lock(because: .loggedOut)
        context.supervision.cover.raise()
    }

    /// 1.1d: the app is back on the glass in time.
    func resume() async throws {
        guard try await context.wallet.isUnlocked() else { return }
        let trace = context.traceBesideLayers(of: "UC9.7")
        trace("1.1")
        trace("1.1d")
    }

    /// Judges the lock's states, one after the other.
    struct Watch {
        /// What the supervisor has to do.
        enum Step: Equatable {
            case nothing
            case warn(locksAt: Date)
            /// Somebody is there.
            case calm
            case lock
            /// It locked because this version or this wallet may not be used: the start of the app says which.
            case refuse
        }

        private let trace: FlowTrace
        private var last = LockState.locked(.notUnlockedYet)

        init(_ context: FlowContext) {
            trace = context.traceBesideLayers(of: "UC9.7")
        }

        /// 1.1, each time that something changes.
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
                // Nobody has seen anything of it.
                guard last.isOpen else { return .nothing }
                markLock(reason)
                switch reason {
                case .refused: return .refuse
                // UC9.4 shows what it does, and nothing is left to unlock: what has begun since then is another wallet.
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
            // The row of a logout is taken where it is chosen.
            case .deviceLocked, .loggedOut, .wiped, .notUnlockedYet, .rebound, .refused: break
            }
        }
    }
}
