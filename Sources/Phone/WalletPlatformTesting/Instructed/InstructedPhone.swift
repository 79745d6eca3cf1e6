// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
public import PlatformSupport

/// A phone under test that a person operates by instructions: a real phone.
///
/// The app shows the instructions (``ActGuide``) and tells this phone the events of the operating system. An act that would end the app's
/// process is not possible, so its promises are not tried.
public final class InstructedPhone: PhoneUnderTest {
    public let name: String
    public let platform: Platform
    public let bridges: PlatformBridges
    public let links: OpenedLinks
    public let attestations: any AttestationJudge
    public let server: SuiteServer?
    public let linkPrefix: String

    private let guide: any ActGuide
    private let clock: any Clock<Duration>
    private let sensor: InstructedSensor
    /// The events that the system has sent to this process, in order.
    private let events: ObservedValue<[AppLifecycleEvent]>
    /// The time for a look at a prompt.
    private static let look = Duration.seconds(3)

    /// Describes a phone and its present process.
    ///
    /// - Parameters:
    ///   - name: the phone's model and system, for the report.
    ///   - bridges: the bridges of the process.
    ///   - links: the links of the process.
    ///   - attestations: verifies attestations with the roots of the phone's maker.
    ///   - server: the server of the network's promises; nil for none.
    ///   - linkPrefix: the beginning of the universal links that the system hands to the app.
    ///   - guide: shows the instructions.
    ///   - clock: passes time for acts that only wait.
    public init(
        _ name: String, platform: Platform, bridges: PlatformBridges, links: OpenedLinks, attestations: any AttestationJudge,
        server: SuiteServer?, linkPrefix: String, guide: any ActGuide, clock: any Clock<Duration> = ContinuousClock()
    ) {
        (self.name, self.platform, self.links, self.linkPrefix) = (name, platform, links, linkPrefix)
        (self.attestations, self.server, self.guide, self.clock) = (attestations, server, guide, clock)
        events = ObservedValue([], isMerging: false)
        sensor = InstructedSensor(sensor: bridges.biometrics, guide: guide, events: events)
        self.bridges = PlatformBridges(
            attestedKey: bridges.attestedKey, encryptionKey: bridges.encryptionKey, biometrics: sensor, camera: bridges.camera,
            network: bridges.network, clock: bridges.clock, utilities: bridges.utilities)
    }

    /// Takes an event of the operating system, in the system's callback.
    public func tell(_ event: AppLifecycleEvent) { events.change { $0.append(event) } }

    /// Shows an act to the person and waits for what ends it: an event, the person's word, or the passing time. An act at a prompt ends at
    /// once.
    ///
    /// - Throws: `ActNotPossible` when the person says so, and for an act that would end the process; `CancellationError`.
    public func perform(_ act: Act) async throws {
        switch act.completion {
        case .prompt:
            await sensor.show(Instruction(act))
            guard act == .seePrompt else { return }
            try await sensor.prompted()
            try await clock.sleep(for: Self.look)
        case .question: await guide.show([Instruction(act)])
        case .event(let event):
            let seen = events.value.count
            await sensor.show(Instruction(act))
            _ = try await events(after: seen, until: event)
        case .attention:
            await sensor.show(Instruction(act))
            var all = events.value
            while !all.leavesAttention { all = try await events.next(otherThan: all) }
        case .confirmation: guard await guide.confirm(Instruction(act)) else { throw ActNotPossible() }
        case .time(let seconds): try await clock.sleep(for: .seconds(seconds))
        case .impossible: throw ActNotPossible()
        }
    }

    /// Shows an act to the person and waits for an event.
    ///
    /// - Throws: as ``perform(_:)``.
    public func events(of act: Act, until last: AppLifecycleEvent) async throws -> [AppLifecycleEvent] {
        let seen = events.value.count
        try await perform(act)
        return try await events(after: seen, until: last)
    }

    /// Returns the number of told events of a kind.
    public func sentCount(of event: AppLifecycleEvent) -> Int { events.value.count { $0 == event } }

    /// Waits for an event among those after the first `seen` events.
    ///
    /// - Returns: the events after the first `seen`, up to and including the first of that kind.
    /// - Throws: `CancellationError`.
    private func events(after seen: Int, until last: AppLifecycleEvent) async throws -> [AppLifecycleEvent] {
        var all = events.value
        while true {
            let later = all.dropFirst(seen)
            if let end = later.firstIndex(of: last) { return Array(later[...end]) }
            all = try await events.next(otherThan: all)
        }
    }
}

extension [AppLifecycleEvent] {
    /// True unless the app has lost the user's attention after these events.
    var leavesAttention: Bool { last { $0 == .willResignActive || $0 == .didBecomeActive } != .willResignActive }
}
