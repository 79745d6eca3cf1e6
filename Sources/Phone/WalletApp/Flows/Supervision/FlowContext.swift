// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// What every flow needs: the core, the glass, the trace and the time.
struct FlowContext: Sendable {
    /// The core. On the flow layer a call that needs an open wallet waits while it is locked.
    let wallet: any Wallet
    /// The layer of the glass that the flow shows its screens on.
    let ui: ScreenLayer
    /// Where rows are marked.
    let trace: Trace
    /// What the flow and the supervisor tell each other.
    let supervision: Supervision
    /// What the app runs on, where the design tells phones apart.
    let platform: Platform
    /// The phone's clock.
    let now: @Sendable () -> Date
    /// Waits until an instant of the phone's clock.
    let sleep: @Sendable (Date) async throws -> Void
    /// Time that the user cannot turn.
    let steady: SteadyTime
    /// The language that the app speaks.
    let languages: LanguageChoice
    /// A sentence in the user's language, for prompts that the system draws.
    let words: @Sendable (Text) -> String
    /// Lets the operating system take the person elsewhere; the app stays where it is, in the background.
    let leave: @Sendable (OutsidePlace) async -> Void
    /// One of a range of numbers that is not empty, at random.
    let pick: @Sendable (Range<Int>) -> Int
    /// The portal's address where the configuration cannot name it: a demo's has no TLS.
    var demoPortal: @Sendable () -> String? = { nil }

    /// The same on another layer.
    func on(_ layer: Layer, _ wallet: any Wallet) -> FlowContext {
        FlowContext(
            wallet: wallet, ui: ui.on(layer), trace: trace, supervision: supervision, platform: platform, now: now, sleep: sleep,
            steady: steady, languages: languages, words: words, leave: leave, pick: pick, demoPortal: demoPortal)
    }

    /// Marks rows of one flow.
    func trace(of design: String) -> FlowTrace { FlowTrace(design, in: trace, on: ui.layer) }

    /// Marks rows of a flow that follows what happens beside all layers, and shows nothing by itself.
    func traceBesideLayers(of design: String) -> FlowTrace { FlowTrace(design, in: trace) }

    /// Marks that the core has told something that UC1.2 judges next (startup/3.1a).
    func noteNews() {
        let startup = traceBesideLayers(of: "startup")
        startup("3.1")
        startup("3.1a")
    }

    /// The app's pages in the stores.
    var appStores: AppStoreAddresses { supervision.configuration.value?.appStores ?? AppStoreAddresses() }

    /// Where users find help.
    var support: SupportContacts { supervision.configuration.value?.support ?? SupportContacts() }

    /// The portal on which the deletion code is used, as people type it; nil where there is none.
    var portal: String? { supervision.configuration.value?.services.revocationPortal?.url.text ?? demoPortal() }

    /// Shows the help page of a place until the person goes back ("help placeholder").
    func showHelp(on topic: String) async throws { try await ShowHelp(self).run(on: topic) }

    /// Shows honestly that a flow is not built yet, until the person goes back.
    ///
    /// - Parameter design: the flow, such as `UC6.1`.
    func showNotBuilt(_ design: String) async throws {
        _ = try await ui.show(NotBuiltYet(design: design))
    }
}
