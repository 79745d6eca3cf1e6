// SPDX-License-Identifier: EUPL-1.2

import Foundation
public import PlatformSupport
public import WalletApp
public import WalletCore

/// One process of the app: the engine, and a succession of user interfaces over it. It controls the order at the start (bridges, engine,
/// user interface) and for every event (first the engine, then the user interface).
public struct WalletProcess: Sendable {
    private let engine: WalletEngine
    private let brand: Brand
    private let platform: Platform
    private let language: @Sendable () -> Language
    private let show: @Sendable (UserInterface) async -> Void
    private let leave: @Sendable (OutsidePlace) async -> Void
    private let catalog: StringCatalog
    private let trace: Trace?
    private let tickets: TicketSequence
    private let demoPortal: @Sendable () -> String?

    /// Prepares a process of the app.
    ///
    /// - Parameters:
    ///   - engine: a new engine.
    ///   - brand: the product that the app is.
    ///   - platform: the phone's operating system.
    ///   - language: returns the phone's present language.
    ///   - sentences: the app's catalogue, the contents of WalletApp's `Localizable.xcstrings`, where the app's files are not beside the
    ///     program, such as in a JVM; nil to read the file.
    ///   - show: draws a user interface and takes its answers until its task is cancelled, when the user interface or the process ends.
    ///   - leave: asks the operating system to open a place outside the app.
    /// - Throws: `UnusableBrand` if a string catalogue is missing or cannot be read.
    public init(
        _ engine: WalletEngine, brand: Brand, platform: Platform, language: @escaping @Sendable () -> Language, sentences: [UInt8]? = nil,
        show: @escaping @Sendable (UserInterface) async -> Void, leave: @escaping @Sendable (OutsidePlace) async -> Void
    ) throws(UnusableBrand) {
        let catalog: StringCatalog
        do {
            catalog = try StringCatalog.load(for: brand, contents: sentences.map { Data($0) })
        } catch {
            throw UnusableBrand(description: "\(error)")
        }
        self.init(engine, brand: brand, catalog: catalog, platform: platform, language: language, show: show, leave: leave)
    }

    /// Prepares a process of the app.
    ///
    /// - Parameters:
    ///   - catalog: the sentences of the app and its brand.
    ///   - trace: the record of the functional design's rows; nil for a new trace.
    ///   - tickets: numbers the presentations; processes that are shown on the same glass share it.
    ///   - demoPortal: the address of the demo's revocation portal.
    package init(
        _ engine: WalletEngine, brand: Brand, catalog: StringCatalog, platform: Platform, language: @escaping @Sendable () -> Language,
        show: @escaping @Sendable (UserInterface) async -> Void, leave: @escaping @Sendable (OutsidePlace) async -> Void,
        trace: Trace? = nil, tickets: TicketSequence = TicketSequence(), demoPortal: @escaping @Sendable () -> String? = { nil }
    ) {
        self.engine = engine
        self.brand = brand
        self.catalog = catalog
        self.platform = platform
        self.language = language
        self.show = show
        self.leave = leave
        self.trace = trace
        self.tickets = tickets
        self.demoPortal = demoPortal
    }

    /// Starts to keep the links of a process, because the system delivers a link only once. Links opened before the call are on disk when
    /// the call returns; later links are on disk when `OpenedLinks.open(_:)` returns.
    ///
    /// - Returns: the process, which runs with ``StartedProcess/run()``.
    public func start(_ process: AppProcess) -> StartedProcess {
        let links = LinkInbox(in: process.bridges.utilities.storageDirectory)
        process.links.receive(links.keep)
        return StartedProcess(self, process, links)
    }

    /// Runs the process until the operating system's events end or the task is cancelled. Returns at once if the engine is in use already.
    public func run(_ process: AppProcess) async { await start(process).run() }

    fileprivate func run(_ process: AppProcess, _ links: LinkInbox) async {
        let clock = process.bridges.clock.endingCancelledWaits
        let trace = trace ?? Trace(now: { clock.now })
        do {
            try await ProcessStart(trace).run {
                guard await engine.begin(on: process.bridges) else { throw EngineInUse() }
            }
        } catch {
            return
        }
        // Cancelled when the user interfaces have ended.
        async let _: Void = engine.run()
        await UserInterfaces(engine: engine) { lifecycle in
            await AppRelease.$version.withValue(engine.version) {
                await runUserInterface(on: clock, lifecycle: lifecycle, links: links, trace: trace)
            }
        }.run(process)
    }

    private func runUserInterface(
        on clock: any ClockBridge, lifecycle: AsyncStream<AppLifecycleEvent>, links: LinkInbox, trace: Trace
    ) async {
        let host = ScreenHost(trace: trace, tickets: tickets, sleep: { try await clock.sleep(until: $0) })
        let languages = LanguageChoice(of: brand.languages, system: language)
        let supervisor = AppSupervisor(
            wallet: engine.core, host: host, trace: trace, platform: platform, now: { clock.now },
            steady: SteadyTime(now: { clock.steadyNow }, sleep: { try await clock.sleep(untilSteady: $0) }),
            brand: brand, catalog: catalog, languages: languages, leave: leave, demoPortal: demoPortal)
        await withTaskGroup { group in
            group.addTask { await supervisor.run(lifecycle: lifecycle, links: links) }
            group.addTask { await show(UserInterface(host, catalog, in: languages)) }
            await group.next()
            group.cancelAll()
        }
    }
}

/// A process of the app that keeps its links and does not run yet.
public struct StartedProcess: Sendable {
    private let wallet: WalletProcess
    private let process: AppProcess
    private let links: LinkInbox

    fileprivate init(_ wallet: WalletProcess, _ process: AppProcess, _ links: LinkInbox) {
        self.wallet = wallet
        self.process = process
        self.links = links
    }

    /// Runs the process until the operating system's events end or the task is cancelled. Returns at once if the engine is in use already.
    public func run() async { await wallet.run(process, links) }
}

/// The engine already has the bridges of an earlier process.
private struct EngineInUse: Error {}

/// A string catalogue of the app or its brand is missing or cannot be read: the app was not packaged with its files.
public struct UnusableBrand: Error, CustomStringConvertible {
    /// The missing or damaged file, for developers.
    public let description: String
}
