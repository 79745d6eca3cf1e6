// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletConfiguration
import WalletInterface

/// In addition to the design, in the settings: chooses the idle time after which the wallet locks. The chosen time is never longer than
/// configured (UC9.7) and applies at once.
struct ChooseIdleTime {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    func run() async throws {
        while true {
            let longest = context.supervision.configuration.value?.document.lockTimeouts.inactivitySeconds ?? 0
            let current = Int(try await context.wallet.inactivityTimeout())
            switch try await context.ui.show(IdleTime(longest: max(longest, current), current: current)) {
            case .choose(let choice):
                try await context.whenUnlocked { try await $0.setInactivityTimeout(choice.seconds.map { TimeInterval($0) }) }
            case .back:
                return
            }
        }
    }
}
