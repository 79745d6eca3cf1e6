// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import ObservedValues
import PlatformSupport
import Synchronization

/// A simulated phone, an iPhone or an Android phone, with one app installed. Starting and stopping the program switches the phone on and off.
package final class SimulatedPhone: Sendable {
    /// Settings and secure hardware.
    package let device: SimulatedDevice
    /// The phone's wall clock.
    package let clock: VirtualClock
    /// The time of the world around the phone. It differs from `clock` only after the phone's clock was set.
    package let worldClock: VirtualClock
    /// The sensor for face or fingerprint.
    package let sensor: BiometricSensor

    private static let directory = "phone"
    private let state: StateDirectory
    /// The least time limit of a request or a page.
    let leastTimeout: Duration
    let bridges: PlatformBridges
    /// The directory of the app's own files.
    let storageDirectory: String
    /// The kinds for which there is a maker.
    let kinds: Set<PhoneKind>
    /// True while there is a process of the app, including one that is being ended.
    let processes = ObservedValue(false)
    private let apps = ObservedValue(AppState.notRunning)
    private let running = Mutex(RunningApp())
    private let links = WaitingLinks()
    private let launches: AsyncStream<Void>
    private let launch: AsyncStream<Void>.Continuation

    private struct RunningApp {
        var state = AppState.notRunning
        /// The system app that is shown instead of the app.
        var place: SystemPlace?
        /// A launch was requested and its process has not started yet.
        var isLaunching = false
        /// The phone is being replaced: nothing is launched.
        var isRenewing = false
        /// Sends life-cycle events to the process.
        var lifecycle: AsyncStream<AppLifecycleEvent>.Continuation?
        /// Ends the process when finished.
        var killSwitch: AsyncStream<Never>.Continuation?
    }

    /// Opens the phone stored in a state directory, or creates one. Its app does not run yet.
    ///
    /// - Parameters:
    ///   - state: the directory of the phone (`phone/device.json`) and the app's own files (`phone/app/`).
    ///   - maker: the kind of the phone, the authority that certifies its device keys, and the installed app.
    ///   - others: the makers of the other kinds that this phone can be renewed as.
    ///   - leastTimeout: raises shorter time limits of requests and pages, so that a busy machine fails none. Zero keeps them.
    ///   - base: the time that the clocks follow; by default the computer's.
    /// - Throws: `SimulatedPhoneError` with `otherKind` when the stored phone is of another kind, with `stateDamaged`, `stateTooNew` or
    ///   `directoryUnusable`.
    package init(
        state: StateDirectory, maker: PhoneMaker, others: [PhoneMaker] = [], leastTimeout: Duration = .zero,
        base: (@Sendable () -> Date)? = nil
    ) throws(SimulatedPhoneError) {
        self.state = state
        self.leastTimeout = leastTimeout
        let device = try SimulatedDevice(in: state.subdirectory(Self.directory), kind: maker.kind)
        self.device = device
        sensor = BiometricSensor(tellsLastFailure: device.kind == .android)
        kinds = Set(([maker] + others).map(\.kind))
        storageDirectory = try state.subdirectory("phone/app")
        let settings = device.settings
        worldClock = VirtualClock(offset: settings.clockOffset, base: base)
        clock = VirtualClock(offset: settings.clockOffset, error: settings.clockError, base: base)
        bridges = PlatformBridges(
            attestedKey: SimulatedAttestedKeys(device: device, clock: worldClock, maker: maker, others: others),
            encryptionKey: SimulatedEncryptionKeys(device: device),
            biometrics: SimulatedBiometrics(device: device, sensor: sensor),
            network: SimulatedNetwork(device: device, leastTimeout: leastTimeout),
            clock: clock,
            utilities: SimulatedUtilities(device: device, storageDirectory: storageDirectory))
        (launches, launch) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Returns the kind of the phone stored in a state directory; nil if absent. Changes nothing.
    ///
    /// - Throws: `SimulatedPhoneError` with `stateDamaged` or `stateTooNew`.
    package static func kind(in state: StateDirectory) throws(SimulatedPhoneError) -> PhoneKind? {
        try SimulatedDevice.kind(in: state.path + "/" + directory)
    }

    /// Keeps the phone on until the task is cancelled, then kills the app. Call it once.
    ///
    /// - Parameter app: the body of the app's process; it must end soon after its task is cancelled. A return without cancellation counts as a
    ///   crash.
    package func run(app: @escaping @Sendable (AppProcess) async -> Void) async {
        for await _ in launches {
            await runProcess(of: app)
        }
        killApp()
    }

    // MARK: The app in the foreground

    package var appState: AppState { apps.value }

    /// Streams the state, now and after every change, to any number of observers. A slow observer sees only the newest state.
    package func appStateChanges() -> AsyncStream<AppState> { apps.stream() }

    /// Starts the app or brings it to the foreground. An app that is being killed starts after it has ended.
    package func launchApp() {
        let isStarting = running.withLock { app in
            guard app.state == .notRunning, !app.isLaunching, !app.isRenewing else { return false }
            app.isLaunching = true
            return true
        }
        if isStarting {
            launch.yield()
        } else {
            bringToForeground()
        }
    }

    /// The system app that is in front of the app; nil when the app or the home screen is shown. It stays when the app is killed behind it.
    package var place: SystemPlace? { running.withLock { $0.place } }

    /// Moves the app to the background at its own request and shows a system app.
    ///
    /// - Parameter place: nil for the home screen.
    /// - Returns: false when the app is not in the foreground; then nothing is done.
    @discardableResult
    package func leaveApp(for place: SystemPlace?) -> Bool {
        let isOnGlass = running.withLock { app in
            guard app.state == .foreground else { return false }
            app.place = place
            return true
        }
        if isOnGlass { sendToBackground() }
        return isOnGlass
    }

    /// Opens a system app, as a tap on its icon does; nil for the home screen.
    package func show(_ place: SystemPlace?) {
        sendToBackground()
        running.withLock { app in if app.state != .foreground { app.place = place } }
    }

    /// Opens a universal link: starts the app or brings it to the foreground, and notifies it of the link.
    ///
    /// The phone keeps the link until the app has stored it, even if the process is killed or the user interface destroyed first; the next process
    /// finds it. A link that `acceptsLink` refuses is not kept.
    package func openLink(_ link: String) {
        guard Self.acceptsLink(link) else { return }
        launchApp()
        running.withLock { app in
            links.add(link)
            // A process that is just starting reads the queue by itself.
            if app.state != .notRunning { app.lifecycle?.yield(.openLink) }
        }
    }

    /// Returns true if the phone delivers this text as a link: 1 to 8192 bytes of UTF-8 without control characters. Nothing else is checked.
    package static func acceptsLink(_ text: String) -> Bool {
        (1...8192).contains(text.utf8.count) && !text.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
    }

    /// Shows the home screen. The app's process lives on; the sensor's prompt closes.
    package func sendToBackground() {
        move(from: .foreground, to: .background, .didEnterBackground)
    }

    /// Brings the app back from the background.
    package func bringToForeground() {
        move(from: .background, to: .foreground, .willEnterForeground)
        move(from: .withoutUserInterface, to: .foreground, .willCreateUserInterface)
    }

    /// Destroys the app's user interface, as an operating system does when memory is short. The process and its core live on.
    package func destroyUserInterface() {
        move(from: .foreground, to: .withoutUserInterface, .didDestroyUserInterface)
        move(from: .background, to: .withoutUserInterface, .didDestroyUserInterface)
    }

    /// Locks the phone, as its side button does. The app leaves the foreground.
    package func lockDevice() {
        running.withLock { app in _ = app.lifecycle?.yield(.didLockDevice) }
        sendToBackground()
    }

    /// Kills the app's process at once, in any state. Its files and the phone's hardware stay.
    package func killApp() {
        running.withLock { app in
            app.isLaunching = false
            app.state = .notRunning
            apps.set(.notRunning)
            sensor.setAppOnGlass(false)
            app.lifecycle?.finish()
            app.killSwitch?.finish()
        }
    }

    private func move(from: AppState, to: AppState, _ event: AppLifecycleEvent) {
        running.withLock { app in
            guard app.state == from else { return }
            app.state = to
            if to == .foreground { app.place = nil }
            apps.set(to)
            sensor.setAppOnGlass(to == .foreground)
            app.lifecycle?.yield(event)
        }
    }

    // MARK: Replacing the phone

    /// Begins a renewal; false while another renewal runs.
    func beginRenewal() -> Bool {
        running.withLock { app in
            guard !app.isRenewing else { return false }
            app.isRenewing = true
            return true
        }
    }

    /// Allows launches again.
    func endRenewal() { running.withLock { $0.isRenewing = false } }

    /// Shows the home screen and drops all waiting links.
    func forgetLinks() {
        links.clear()
        running.withLock { $0.place = nil }
    }

    // MARK: The process

    private func runProcess(of app: @escaping @Sendable (AppProcess) async -> Void) async {
        let (lifecycle, events) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let (kill, killSwitch) = AsyncStream.makeStream(of: Never.self)
        let isWanted = running.withLock { running in
            // The app may have been killed before it started.
            guard running.isLaunching else { return false }
            running = RunningApp(state: .foreground, lifecycle: events, killSwitch: killSwitch)
            processes.set(true)
            apps.set(.foreground)
            sensor.setAppOnGlass(true)
            return true
        }
        guard isWanted else { return }
        let process = AppProcess(bridges: bridges, lifecycle: lifecycle, links: links)
        await withTaskGroup { group in
            group.addTask { await app(process) }
            group.addTask { for await _ in kill {} }
            await group.next()
            group.cancelAll()
        }
        end()
    }

    /// Records the end of the process. A launch requested in the meantime stays pending.
    private func end() {
        running.withLock { app in
            app.lifecycle?.finish()
            app.killSwitch?.finish()
            app = RunningApp(place: app.place, isLaunching: app.isLaunching, isRenewing: app.isRenewing)
            processes.set(false)
            apps.set(.notRunning)
            sensor.setAppOnGlass(false)
        }
    }
}
