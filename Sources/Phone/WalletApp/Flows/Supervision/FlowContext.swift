// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// The dependencies of a flow: the core, the glass, the trace and the time.
struct FlowContext: Sendable {
    let core: any Wallet & UnlockedWallet
    /// The layer of the flow's screens, without help pages.
    let glass: ScreenLayer
    /// The record of rows.
    let trace: Trace
    /// The state shared by flows and supervisor.
    let supervision: Supervision
    /// The platform, where the design distinguishes phones.
    let platform: Platform
    /// Returns the phone's wall clock time.
    let now: @Sendable () -> Date
    /// Waits until a time by the phone's wall clock.
    let sleep: @Sendable (Date) async throws -> Void
    /// Monotonic time.
    let steady: SteadyTime
    let languages: LanguageChoice
    /// The product that the app is.
    let brand: Brand
    /// Returns a text in the user's language, for the system's prompts.
    let words: @Sendable (Text) -> String
    /// Asks the operating system to open a place outside the app, which stays in the background.
    let leave: @Sendable (OutsidePlace) async -> Void
    /// Returns a random number of a non-empty range.
    let pick: @Sendable (Range<Int>) -> Int
    /// The portal's address for a demo without TLS, which the configuration cannot contain.
    var demoPortal: @Sendable () -> String? = { nil }

    /// The layer of the flow's screens. The shared help button (extra/9a) shows the screen's help page there, and then the screen again.
    var ui: ScreenLayer { glass.helped(by: HelpPages { topic in try await showHelp(on: topic) }) }

    /// The calls of the core that do not need an unlocked wallet.
    var wallet: any Wallet { core }

    /// Makes a call that needs an unlocked wallet. On the flow layer the call waits while the lock covers the app, and is repeated after
    /// each unlock while the core refuses it with `locked`. A flow above the lock gets the error `locked`.
    ///
    /// This function is the only place where a flow under the lock waits. A refusal with `locked` also proves that the wallet has locked,
    /// so the lock is raised even before its report arrives.
    ///
    /// - Throws: the error of the call; `CancellationError` while it waits.
    func whenUnlocked<Value: Sendable>(_ call: (any UnlockedWallet) async throws -> Value) async throws -> Value {
        guard glass.layer == .flow else { return try await call(core) }
        while true {
            try await supervision.cover.lowered()
            do {
                return try await call(core)
            } catch let error as WalletCoreError where error.code == .locked {
                try Task.checkCancellation()
                supervision.cover.raise()
            }
        }
    }

    /// Returns the context for another layer.
    func on(_ layer: Layer) -> FlowContext {
        FlowContext(
            core: core, glass: glass.on(layer), trace: trace, supervision: supervision, platform: platform, now: now, sleep: sleep,
            steady: steady, languages: languages, brand: brand, words: words, leave: leave, pick: pick, demoPortal: demoPortal)
    }

    /// Returns a trace for the rows of one flow.
    func trace(of design: String) -> FlowTrace { FlowTrace(design, in: trace, on: glass.layer) }

    /// Returns a trace for a flow that is not on a layer and shows no screens.
    func traceBesideLayers(of design: String) -> FlowTrace { FlowTrace(design, in: trace) }

    /// Marks that the core has reported news that UC1.2 judges next (startup/3.1a).
    func noteNews() {
        let startup = traceBesideLayers(of: "startup")
        startup("3.1")
        startup("3.1a")
    }

    /// The app's pages in the app stores.
    var appStores: AppStoreAddresses { supervision.configuration.value?.document.appStores ?? brand.appStores }

    /// The contacts of the help desk.
    var support: SupportContacts { supervision.configuration.value?.document.support ?? brand.support }

    /// The address of the portal that accepts the deletion code, as users type it; nil if absent.
    var portal: String? { supervision.configuration.value?.document.services.revocationPortal?.url.text ?? demoPortal() }

    /// Shows the help page of a screen until the user goes back ("help placeholder").
    func showHelp(on topic: String) async throws { try await ShowHelp(self).run(on: topic) }

    /// Shows that a flow is not built yet, until the user goes back.
    ///
    /// - Parameter design: the flow, such as `UC6.1`.
    func showNotBuilt(_ design: String) async throws {
        _ = try await ui.show(NotBuiltYet(design: design))
    }
}
