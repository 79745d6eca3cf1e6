// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletCore

/// The successive user interfaces of one process over one engine that outlives them (startup.md).
struct UserInterfaces {
    let engine: WalletEngine
    /// Runs a user interface until its destruction, which cancels it.
    let make: @Sendable (AsyncStream<AppLifecycleEvent>) async -> Void

    /// The lifetime of one user interface.
    private struct Life {
        let events: AsyncStream<AppLifecycleEvent>
        let system: AsyncStream<AppLifecycleEvent>.Continuation
        /// Finishes when the user interface is destroyed.
        let destruction: AsyncStream<Never>
        let destroy: AsyncStream<Never>.Continuation

        init() {
            (events, system) = AsyncStream.makeStream()
            (destruction, destroy) = AsyncStream.makeStream()
        }
    }

    /// Runs the user interfaces until the process ends.
    func run(_ process: AppProcess) async {
        let (lives, birth) = AsyncStream.makeStream(of: Life.self)
        await withTaskGroup { group in
            group.addTask { await follow(process.lifecycle, birth) }
            group.addTask { for await life in lives { await live(life) } }
            await group.waitForAll()
        }
    }

    /// Passes every event to the engine first, also while no user interface exists.
    private func follow(_ lifecycle: AsyncStream<AppLifecycleEvent>, _ birth: AsyncStream<Life>.Continuation) async {
        var life = Life()
        birth.yield(life)
        for await event in lifecycle {
            await engine.handle(event)
            switch event {
            case .didDestroyUserInterface: life.destroy.finish()
            case .willCreateUserInterface:
                life = Life()
                birth.yield(life)
            default: life.system.yield(event)
            }
        }
        life.destroy.finish()
        birth.finish()
    }

    private func live(_ life: Life) async {
        await withTaskGroup { group in
            group.addTask { await make(life.events) }
            group.addTask { for await _ in life.destruction {} }
            await group.next()
            group.cancelAll()
        }
    }
}
