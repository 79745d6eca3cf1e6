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
            wallet: wallet, ui: host, trace: trace, now: now, words: { catalog.string($0, in: language()) })
    }

    /// Runs the app until its process ends.
    ///
    /// - Parameter lifecycle: what the operating system tells the app.
    package func run(lifecycle: AsyncStream<AppLifecycleEvent>) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await runUseCases() }
            group.addTask { await follow(lifecycle) }
        }
    }

    private func runUseCases() async {
        var next = UseCase.openTheApp
        while !Task.isCancelled {
            do {
                next = try await run(next)
            } catch is CancellationError {
                return
            } catch {
                // Each flow handles the errors that the design names; what comes here is unexpected.
                let outcome = try? await ErrorFlow(context).run(error)
                if outcome == .restart { next = .openTheApp }
            }
        }
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
