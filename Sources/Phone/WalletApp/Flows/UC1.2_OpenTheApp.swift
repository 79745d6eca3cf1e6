// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletCore

/// UC1.2 Open the app.
struct OpenTheApp {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC1.2")
    }

    /// When the app launches.
    func run() async throws -> UseCase {
        trace("1.1")
        trace("1.1a")
        _ = try await context.ui.show(Splash(), until: context.now().addingTimeInterval(1))
        trace("2.1a")
        try await checkDevice()
        try await bindToCore()
        // Rows 2.3 (update policy) and 2.5 (wallet status) are decided by parts of the core that are not built yet.
        trace("2.4")
        guard try await context.wallet.hasRemotePIN() else {
            trace("2.4b")
            return .introduceTheApp(.addingCards)
        }
        trace("2.4a")
        return .unlockTheApp
    }

    /// When the app resumes: the flow that is on the glass goes on.
    func resume() async throws {
        trace("1.1")
        trace("1.1b")
        trace("3.1")
        guard try await context.wallet.hasRemotePIN() else { return trace("3.1b") }
        trace("3.1a")
        // Locked: UC2.3 is on the glass already and goes on where it was. Row 3.2b is not taken: nothing goes there anew.
        guard try await context.wallet.isUnlocked() else { return }
        trace("3.2")
        trace("3.2a")
        trace("3.3")
        // No PID can be obtained yet.
        trace("3.3b")
    }

    /// The start-up document: a core that lived on is bound again and locked, another is initialised.
    private func bindToCore() async throws {
        let startup = context.trace(of: "startup")
        while true {
            startup("2.1")
            if await context.wallet.isInitialized() {
                startup("2.1a")
                startup("2.3")
                await context.wallet.rebind()
                break
            }
            startup("2.1b")
            startup("2.2")
            do {
                try await context.wallet.initialize()
                startup("2.2a")
                break
            } catch {
                startup("2.2b")
                // Retry and restart are the same here: nothing has begun yet.
                _ = try await ErrorFlow(context).run(error)
            }
        }
        startup("2.4")
        context.interrupts.bound()
    }

    private func checkDevice() async throws {
        while true {
            trace("2.2")
            guard try await context.wallet.isDeviceRooted() else { return trace("2.2a") }
            trace("2.2b")
            _ = try await ErrorFlow(context).run(WalletCoreError(.deviceInsecure(.rooted), "the device is rooted"))
        }
    }
}
