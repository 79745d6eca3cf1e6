// SPDX-License-Identifier: EUPL-1.2

public import Foundation
public import PhoneSimulator
public import PlatformSupport
import Synchronization

/// A phone built only on the public products of the wallet's package: every bridge, the links and the events. Keys, enrolment and files
/// outlive the processes of its app.
public final class OutsidePhone: PhoneInHand {
    public let sensor = MemorySensor()
    private let attestedKeys: MemoryAttestedKeys
    private let encryptionKeys = MemoryEncryptionKeys()
    private let utilities: OutsideUtilities
    private let running = Mutex(Running())

    /// The system's side of the present process.
    private struct Running {
        let links = OpenedLinks()
        let events: AsyncStream<AppLifecycleEvent>
        let system: AsyncStream<AppLifecycleEvent>.Continuation
        /// The number of events of each kind that were sent.
        var sent: [AppLifecycleEvent: Int] = [:]

        init() {
            (events, system) = AsyncStream.makeStream()
        }
    }

    /// - Parameters:
    ///   - directory: the app's own directory, which exists.
    ///   - apple: attests the phone's keys.
    public init(directory: URL, apple: DevelopmentAttestation) {
        attestedKeys = MemoryAttestedKeys(apple: apple)
        utilities = OutsideUtilities(storageDirectory: directory.path)
    }

    /// Starts a process of the app, and ends the earlier process: new links, events and monotonic time, over the same keys and files.
    public func startProcess() -> AppProcess {
        let started = Running()
        let earlier = running.withLock { running in
            defer { running = started }
            return running
        }
        earlier.system.finish()
        // snippet.bridges
        let bridges = PlatformBridges(
            attestedKey: attestedKeys, encryptionKey: encryptionKeys, biometrics: sensor, camera: NoCamera(), network: OutsideNetwork(),
            clock: OutsideClock(), utilities: utilities)
        return AppProcess(bridges: bridges, lifecycle: started.events, links: started.links)
        // snippet.end
    }

    private func tell(_ events: AppLifecycleEvent...) {
        running.withLock { running in
            for event in events {
                running.sent[event, default: 0] += 1
                running.system.yield(event)
            }
        }
    }

    /// The number of events of a kind that were sent to the present process.
    public func sentCount(of event: AppLifecycleEvent) -> Int { running.withLock { $0.sent[event, default: 0] } }

    public func presentFaceOrFinger() async { await sensor.perform(.present) }

    public func closePrompt() async { await sensor.perform(.close) }

    /// Another app comes to the foreground.
    public func leaveApp() {
        tell(.willResignActive, .didEnterBackground)
    }

    /// The app returns to the foreground.
    public func returnToApp() {
        tell(.willEnterForeground, .didBecomeActive)
    }

    /// The user locks and unlocks the phone.
    public func lockAndUnlock() {
        leaveApp()
        tell(.protectedDataWillBecomeUnavailable, .protectedDataDidBecomeAvailable)
        returnToApp()
    }

    /// The user opens a universal link of the app.
    public func open(_ link: String) {
        returnToApp()
        let links = running.withLock { $0.links }
        links.open(link)
        tell(.openLink)
    }

    /// Ends the app's process.
    public func endProcess() { running.withLock { $0.system.finish() } }
}

/// The computer's clocks. Instants of monotonic time count from the start of the process.
struct OutsideClock: ClockBridge {
    private let start = ContinuousClock.now

    var now: Date { Date() }

    var steadyNow: Date { Date(timeIntervalSinceReferenceDate: (ContinuousClock.now - start) / .seconds(1)) }

    func sleep(until deadline: Date) async throws { try await Task.sleep(for: .seconds(deadline.timeIntervalSince(now))) }

    func sleep(untilSteady deadline: Date) async throws {
        try await Task.sleep(until: start + .seconds(deadline.timeIntervalSinceReferenceDate), clock: .continuous)
    }
}

/// A directory of this computer as the app's own.
struct OutsideUtilities: UtilitiesBridge {
    let storageDirectory: String
    private let identity = InstallationIdentity(UUID().uuidString)

    init(storageDirectory: String) {
        self.storageDirectory = storageDirectory
    }

    func installationIdentity() async -> InstallationIdentity? { identity }

    func isStorageAvailable() async -> Bool { true }

    func isDeviceRooted() async -> Bool { false }
}
