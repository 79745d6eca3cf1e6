// SPDX-License-Identifier: EUPL-1.2

import Brands
import DesignRows
import Foundation
import PlatformSupport
import Synchronization
// For all files of these tests.
@_exported import TestEnvironment
import Testing
import WalletInterface

@testable import WalletApp

/// The environment of a flow: the real host, trace and catalogue, a scripted core, and a clock that the test moves.
struct Stage: Sendable {
    /// A running app.
    final class Played: Sendable {
        private let state = Mutex<AppSupervisor?>(nil)

        /// Its supervisor; nil before it starts.
        var supervisor: AppSupervisor? {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
        /// The state shared by its flows; nil before it starts.
        var supervision: Supervision? { supervisor?.supervision }
    }

    let clock = PhoneClock()
    let wallet: FakeWallet
    let trace: Trace
    let host: ScreenHost
    let catalog: StringCatalog
    let context: FlowContext
    /// The places that the operating system opened.
    let left = OpenedPlaces()
    /// The links that the system keeps for the app.
    let links: FakeLinks
    /// The state of the running app.
    let played = Played()
    let platform: Platform

    /// The default platform of stages; the row coverage test walks on each.
    @TaskLocal static var usualPlatform = Platform.iOS

    /// The texts, read once.
    private static let catalogs = Result { try StringCatalog.load(for: .nlWallet) }

    /// - Parameters:
    ///   - life: the state in which a flow is played alone; by default the core's own, at first that of a new process.
    ///   - wallet: a core from another stage; by default a new one.
    ///   - links: the system's links from another stage; by default none.
    ///   - platform: the platform of the app.
    init(
        in life: CoreState? = nil, over wallet: FakeWallet = FakeWallet(), with links: FakeLinks = FakeLinks(),
        on platform: Platform = usualPlatform
    ) throws {
        if let life { wallet.begin(in: life) }
        self.wallet = wallet
        self.links = links
        self.platform = platform
        let (clock, catalog, left) = (clock, try Self.catalogs.get(), left)
        trace = Trace(now: { clock.now })
        host = ScreenHost(trace: trace, tickets: TicketSequence(), sleep: { try await clock.sleep(untilSteady: $0) })
        self.catalog = catalog
        context = FlowContext(
            core: wallet, glass: ScreenLayer(.flow, of: host), trace: trace, supervision: Supervision(host), platform: platform,
            now: { clock.now }, sleep: host.sleep, steady: clock.steady,
            languages: LanguageChoice(of: Brand.nlWallet.languages) { .english }, brand: .nlWallet,
            words: { catalog.string($0, in: .english) }, leave: { left.add($0) }, pick: { $0.lowerBound })
    }

    /// The usual sensor of the platform.
    var sensor: BiometricKind { platform.sensor }

    /// The rows taken so far, oldest first.
    var rows: [Row] { trace.entries.map(\.row) }

    /// Presses a control of the present screen, for scripts that act between seeing a screen and answering it.
    func press(_ control: Row, _ value: String? = nil, location: SourceLocation = #_sourceLocation) {
        let ticket = host.current?.ticket ?? 0
        #expect(host.submit(Answer(ticket: ticket, control: control, value: value)), sourceLocation: location)
    }

    /// Types digits on the present PIN pad.
    func enter(_ digits: String, location: SourceLocation = #_sourceLocation) {
        let isTaken = host.current.map { shown in
            shown.top.pinPad.map { host.submit(Answer(ticket: shown.ticket, control: $0.row, value: digits)) } ?? false
        }
        #expect(isTaken == true, sourceLocation: location)
    }

    /// Types characters into the present field.
    func type(_ text: String, location: SourceLocation = #_sourceLocation) {
        let isTaken = host.current.map { shown in
            shown.top.entry.map { host.submit(Answer(ticket: shown.ticket, control: $0.row, value: text)) } ?? false
        }
        #expect(isTaken == true, sourceLocation: location)
    }

    private enum Step<Value: Sendable>: Sendable {
        case flowEnded(Value)
        case scriptEnded
        case screenBeyondScript
    }

    /// Plays a flow against a script until the flow ends by itself.
    ///
    /// Fails for a screen that appears after the script's end, and for an expectation that is still waiting at the flow's end.
    ///
    /// - Returns: the flow's result.
    /// - Throws: the error of the flow or the script.
    func play<Value: Sendable>(
        _ flow: @escaping @Sendable (FlowContext) async throws -> Value, location: SourceLocation = #_sourceLocation,
        script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws -> Value {
        let walk = beginWalk()
        defer { expectAsDesigned(walk, location) }
        return try await withThrowingTaskGroup(of: Step<Value>.self) { group in
            defer { group.cancelAll() }
            let (lastTickets, lastTicket) = AsyncStream.makeStream(of: Int.self)
            group.addTask { .flowEnded(try await flow(context)) }
            group.addTask {
                let glass = ScriptedGlass(host, catalog)
                try await script(glass)
                lastTicket.yield(glass.lastTicket)
                return .scriptEnded
            }
            group.addTask {
                var tickets = lastTickets.makeAsyncIterator()
                guard let last = await tickets.next() else { return .scriptEnded }
                for await case let shown? in host.presentations() where shown.isLive && shown.ticket > last {
                    Issue.record("\(shown.top.screen) came after the script had ended", sourceLocation: location)
                    return .screenBeyondScript
                }
                return .scriptEnded
            }
            var result: Value?
            while let step = try await group.next() {
                switch step {
                case .flowEnded(let value):
                    result = value
                    // No more screens follow: an expectation that still waits fails, and thereby ends.
                    group.cancelAll()
                case .scriptEnded: continue
                case .screenBeyondScript: throw ScriptedGlass.Closed()
                }
            }
            return try #require(result, sourceLocation: location)
        }
    }

    /// Plays a flow that does not end by itself; at the script's end the app is killed.
    ///
    /// Afterwards nothing may wait on the glass or on the clock.
    func playUntilKilled(
        _ flow: @escaping @Sendable (FlowContext) async throws -> Void, location: SourceLocation = #_sourceLocation,
        script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws {
        let walk = beginWalk()
        defer { expectAsDesigned(walk, location) }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                do {
                    try await flow(context)
                } catch is CancellationError {}
                return true
            }
            group.addTask {
                try await script(ScriptedGlass(host, catalog))
                return false
            }
            let isFlow = try await group.next() ?? true
            if isFlow { Issue.record("the flow ended by itself", sourceLocation: location) }
        }
        expectNothingWaits(location)
    }

    /// Plays the whole app under its supervisor until the script ends, then kills it.
    func playApp(
        lifecycle: AsyncStream<AppLifecycleEvent> = AsyncStream { _ in }, language: Language = .english,
        location: SourceLocation = #_sourceLocation, script: @escaping @Sendable (ScriptedGlass) async throws -> Void
    ) async throws {
        let supervisor = AppSupervisor(
            wallet: wallet, host: host, trace: trace, platform: platform, now: { [clock] in clock.now },
            steady: clock.steady, brand: .nlWallet, catalog: catalog,
            languages: LanguageChoice(of: Brand.nlWallet.languages) { language },
            leave: { [left] in left.add($0) }, pick: { $0.lowerBound })
        played.supervisor = supervisor
        try await playUntilKilled(
            { [links] _ in await supervisor.run(lifecycle: lifecycle, links: links) }, location: location, script: script)
    }

    /// Expects the glass to take no answers and the clock to have no sleepers.
    func expectNothingWaits(_ location: SourceLocation = #_sourceLocation) {
        if let shown = host.current {
            #expect(!shown.isLive, sourceLocation: location)
            for control in shown.top.controls {
                let values = [nil, Digits.mine]
                for value in values {
                    #expect(!host.submit(Answer(ticket: shown.ticket, control: control, value: value)), sourceLocation: location)
                }
            }
        }
        #expect(clock.sleepers.isEmpty, sourceLocation: location)
    }
}

/// The places that the operating system opened, in order.
final class OpenedPlaces: Sendable {
    private let state = Mutex<[OutsidePlace]>([])

    /// All places.
    var places: [OutsidePlace] { state.withLock { $0 } }

    func add(_ place: OutsidePlace) { state.withLock { $0.append(place) } }
}

/// The PINs of these tests.
enum Digits {
    /// The user's PIN.
    static let mine = "749205"
    /// Another PIN.
    static let other = "620943"

    static func pin(_ digits: String) throws -> PIN { try #require(PIN(digits)) }
}

extension Platform {
    /// The usual sensor of such phones.
    var sensor: BiometricKind {
        switch self {
        case .iOS: .faceID
        case .android: .fingerprint
        }
    }
}
