// SPDX-License-Identifier: EUPL-1.2

import WalletHost
import WalletPlatformTesting

/// A host that performs the acts of the person itself: the call `conformance.act`, whose reply says whether the act was possible.
struct HostGuide: ActGuide {
    let calls: HostCalls

    func show(_ steps: [Instruction]) async {
        if let step = steps.last { _ = await perform(step) }
    }

    func confirm(_ step: Instruction) async -> Bool { await perform(step) }

    /// Performs an act. The announcement of a prompt is for a person only.
    private func perform(_ step: Instruction) async -> Bool {
        guard let act = step.act else { return true }
        return (try? await calls.call("conformance.act", act, isCancellable: true) as Bool) ?? false
    }
}
