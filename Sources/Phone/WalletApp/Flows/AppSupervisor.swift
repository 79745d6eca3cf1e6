// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import PlatformSupport
import WalletCore

/// wallet_app as the platform starts it: binds to the core and runs one use case after the other.
///
/// A use case returns where the design goes next. The supervisor alone decides what runs, so no flow piles up on another.
package struct AppSupervisor: Sendable {
    private let context: FlowContext

    /// - Parameters:
    ///   - wallet: the core.
    ///   - host: the glass.
    ///   - trace: where rows of the functional design are marked.
    ///   - now: the phone's clock.
    ///   - catalog: the sentences.
    ///   - language: the language that the user has chosen now.
    package init(
        wallet: any Wallet, host: ScreenHost, trace: Trace, now: @escaping @Sendable () -> Date, catalog: StringCatalog,
        language: @escaping @Sendable () -> Language
    ) {
        context = FlowContext(
            wallet: wallet, ui: host, trace: trace, interrupts: Interrupts(), now: now, words: { catalog.string($0, in: language()) })
    }

    /// Runs the app until its process ends.
    ///
    /// - Parameter lifecycle: what the operating system tells the app.
    package func run(lifecycle: AsyncStream<AppLifecycleEvent>) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await runUseCases() }
            group.addTask { await followLock() }
            group.addTask { await follow(lifecycle) }
        }
    }

    private func runUseCases() async {
        var next = UseCase.openTheApp
        while !Task.isCancelled { next = await runUntilInterrupted(next) }
    }

    /// Runs a use case until it ends or is ended from outside.
    private func runUntilInterrupted(_ useCase: UseCase) async -> UseCase {
        await withTaskGroup(of: UseCase?.self) { group in
            group.addTask { await context.interrupts.next() }
            group.addTask { await runHandlingErrors(useCase) }
            let next = await group.next() ?? nil
            group.cancelAll()
            return next ?? .openTheApp
        }
    }

    private func runHandlingErrors(_ useCase: UseCase) async -> UseCase {
        while true {
            do {
                return try await run(useCase)
            } catch is CancellationError {
                return useCase
            } catch {
                // Each flow handles the errors that the design names; what comes here is unexpected.
                guard let outcome = try? await ErrorFlow(context).run(error) else { return useCase }
                if outcome == .restart { return .openTheApp }
            }
        }
    }

    /// Once the app is bound to the core: whoever sees the wallet when it locks sees the lock screen instead.
    private func followLock() async {
        await context.interrupts.binding()
        guard let states = try? await context.wallet.setLockStream() else { return }
        var wasOpen = false
        for await state in states {
            if case .locked(let reason) = state, wasOpen { lockScreen(after: reason) }
            wasOpen = state.isOpen
        }
    }

    private func lockScreen(after reason: LockReason) {
        let trace = context.trace(of: "UC9.7")
        switch reason {
        case .inactivity: trace("1.1b")
        case .background: trace("1.1e")
        // The row of a logout is taken where it is chosen.
        case .deviceLocked, .loggedOut, .notUnlockedYet, .rebound, .refused: break
        }
        context.interrupts.interrupt(with: reason == .refused ? .openTheApp : .unlockTheApp)
    }

    private func run(_ useCase: UseCase) async throws -> UseCase {
        switch useCase {
        case .openTheApp: return try await OpenTheApp(context).run()
        case .introduceTheApp(let step): return try await IntroduceTheApp(context).run(from: step)
        case .setUpRemotePIN(let start): return try await SetUpRemotePIN(context).run(from: start)
        case .unlockTheApp: return try await UnlockTheApp(context).run()
        case .obtainPID: return try await end("UC3.1")
        case .showAllCards: return try await end("UC7.1")
        }
    }

    /// Where the built part ends: an honest screen that stays.
    private func end(_ design: String) async throws -> UseCase {
        _ = try await context.ui.show(NotBuiltYet(design: design, canGoBack: false))
        return .openTheApp
    }

    private func follow(_ lifecycle: AsyncStream<AppLifecycleEvent>) async {
        for await event in lifecycle where event == .willEnterForeground {
            // Resuming changes nothing on the glass: the flow is where it was.
            try? await OpenTheApp(context).resume()
        }
    }
}
