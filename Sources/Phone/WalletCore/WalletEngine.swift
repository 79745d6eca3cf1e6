// SPDX-License-Identifier: EUPL-1.2

public import PlatformSupport
import WalletConfiguration

/// The engine of a wallet, for the host that runs it. Each process of the app has one engine. `WalletProcess` of the product WalletFlows
/// calls the engine in the required order.
///
/// The engine keeps its secrets in the phone's secure hardware and in its sealed store. It starts locked.
public struct WalletEngine: Sendable {
    package let core: Core
    /// The version of the app that this engine is part of.
    package let version: String

    /// The longest wait of an app for update policy and wallet status: 1.5 seconds (PF1.4/1.1, PF2.10/1.1).
    public static let standardAnswerBudget = Duration.milliseconds(1500)

    /// Makes an engine that waits for its platform.
    ///
    /// - Parameters:
    ///   - edition: the data that ships with the app.
    ///   - answerBudget: the longest wait of the app for update policy and wallet status, counted from the requests at a launch. At its end
    ///     the app goes on without the answer. A known block or revocation holds in any case. Only a test or a demo on a busy machine
    ///     needs a longer wait than the standard. With zero or less the app does not wait.
    public init(edition: EmbeddedEdition, answerBudget: Duration = standardAnswerBudget) {
        core = Core(embedded: edition, answerBudget: answerBudget / .seconds(1))
        version = edition.appVersion.description
    }

    /// Takes the phone's bridges, before anything else.
    ///
    /// - Returns: false if the engine has bridges already; the first ones stay.
    public func begin(on bridges: PlatformBridges) async -> Bool {
        (try? await core.initPlatformSupport(bridges)) != nil
    }

    /// Runs the engine's background tasks until the task is cancelled: locking in time, new configurations, update policies and statuses.
    /// Returns at once without bridges.
    public func run() async { try? await core.run() }

    /// Takes an event of the operating system, before any user interface takes it.
    public func handle(_ event: AppLifecycleEvent) async { await core.handle(event) }

    /// True while the wallet is unlocked.
    public var isUnlocked: Bool {
        get async { (try? await core.isUnlocked()) ?? false }
    }

    /// Locks the wallet.
    public func lock() async { await core.lock() }
}
