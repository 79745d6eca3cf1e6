// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import PlatformSupport
import Synchronization

/// A simulated phone, an iPhone or an Android phone, with one app installed. The program's start and stop are the phone being switched on and off.
package final class SimulatedPhone: Sendable {
    /// Switches and secure hardware.
    package let device: SimulatedDevice
    /// The phone's time, as its clock shows it.
    package let clock: VirtualClock
    /// The time that everybody else has: the same unless the phone's clock was turned.
    package let worldClock: VirtualClock
    /// Face or finger.
    package let sensor: BiometricSensor

    private static let directory = "phone"
    private let state: StateDirectory
    let bridges: PlatformBridges
    /// Where the app's own files are.
    let storageDirectory: String
    /// The kinds that there are makers for.
    let kinds: Set<PhoneKind>
    /// Whether there is a process of the app, also while it is being ended.
    let processes = Broadcast(false)
    private let apps = Broadcast(AppState.notRunning)
    private let running = Mutex(RunningApp())
    private let links = WaitingLinks()
    private let launches: AsyncStream<Void>
    private let launch: AsyncStream<Void>.Continuation

    private struct RunningApp {
        var state = AppState.notRunning
        /// What the system shows instead of the app.
        var place: SystemPlace?
        /// A launch was asked for and its process is not there yet.
        var isLaunching = false
        /// Another phone takes the place of this one: nothing is launched.
        var isRenewing = false
        /// Tells the process what happens on the glass.
        var lifecycle: AsyncStream<AppLifecycleEvent>.Continuation?
        /// Ends the process when it is finished.
        var killSwitch: AsyncStream<Never>.Continuation?
    }

    /// The phone that lives in a state directory, a new one when there is none; its app does not run.
    ///
    /// - Parameters:
    ///   - state: where the phone (`phone/device.json`) and the app's own files (`phone/app/`) live.
    ///   - maker: the kind of the phone, what certifies its device keys, and the installed app.
    ///   - others: who makes the phones of other kinds that this one can be renewed as.
    ///   - base: the time that the clocks follow; the computer's unless told.
    /// - Throws: `SimulatedPhoneError` with `otherKind` when the phone that lives there is of another kind, with `stateDamaged`, `stateTooNew`
    ///   or `directoryUnusable`.
    package init(
        state: StateDirectory, maker: PhoneMaker, others: [PhoneMaker] = [], base: (@Sendable () -> Date)? = nil
    ) throws(SimulatedPhoneError) {
        self.state = state
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
            network: SimulatedNetwork(device: device),
            clock: clock,
            utilities: SimulatedUtilities(device: device, storageDirectory: storageDirectory))
        (launches, launch) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// The kind of the phone that lives in a state directory; nil when there is none yet. Nothing is made or changed.
    ///
    /// - Throws: `SimulatedPhoneError` with `stateDamaged` or `stateTooNew`.
    package static func kind(in state: StateDirectory) throws(SimulatedPhoneError) -> PhoneKind? {
        try SimulatedDevice.kind(in: state.path + "/" + directory)
    }

    /// Keeps the phone on until the task is cancelled, then kills the app. Call it once.
    ///
    /// - Parameter app: what a process of the app does; it ends soon when its task is cancelled. When it returns by itself, the app has
    ///   crashed and does not run any more.
    package func run(app: @escaping @Sendable (AppProcess) async -> Void) async {
        for await _ in launches {
            await runProcess(of: app)
        }
        killApp()
    }

    // MARK: The app on the glass

    /// Where the app is now.
    package var appState: AppState { apps.value }

    /// Where the app is now and after every change, for any number of observers. Who falls behind sees the newest.
    package func appStateChanges() -> AsyncStream<AppState> { apps.stream() }

    /// Touches the app's icon: starts it, or brings it back. One that is being killed is started when it has ended.
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

    /// Where the system has taken the user from the app; nil when the app is on the glass, or the home screen is. It stays when the app is
    /// killed behind it.
    package var place: SystemPlace? { running.withLock { $0.place } }

    /// The app asks the system to take the user elsewhere. Its process lives on in the background.
    ///
    /// - Parameter place: nil for the home screen.
    /// - Returns: false when the app is not on the glass; nothing is done then.
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

    /// Opens one of the system's own apps, as a touch on its icon does; nil for the home screen.
    package func show(_ place: SystemPlace?) {
        sendToBackground()
        running.withLock { app in if app.state != .foreground { app.place = place } }
    }

    /// A universal link of the app was touched: starts the app or brings it back, and tells it of the link.
    ///
    /// The phone keeps the link until the app has stored it, also when its process is killed or its user interface destroyed before: then the
    /// next one finds it. What `acceptsLink` refuses is not kept.
    package func openLink(_ link: String) {
        guard Self.acceptsLink(link) else { return }
        launchApp()
        running.withLock { app in
            links.add(link)
            // A process that is only just starting looks for it by itself.
            if app.state != .notRunning { app.lifecycle?.yield(.openLink) }
        }
    }

    /// Whether the phone delivers a text as a link: 1 to 8192 bytes of UTF-8 without control characters. It knows nothing else about links.
    package static func acceptsLink(_ text: String) -> Bool {
        (1...8192).contains(text.utf8.count) && !text.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
    }

    /// Goes to the home screen. The app's process lives on, and the sensor's prompt is closed.
    package func sendToBackground() {
        move(from: .foreground, to: .background, .didEnterBackground)
    }

    /// Brings the app back from the background.
    package func bringToForeground() {
        move(from: .background, to: .foreground, .willEnterForeground)
        move(from: .withoutUserInterface, to: .foreground, .willCreateUserInterface)
    }

    /// Takes the app's user interface away, as an operating system does that needs memory. The process and the core in it live on.
    package func destroyUserInterface() {
        move(from: .foreground, to: .withoutUserInterface, .didDestroyUserInterface)
        move(from: .background, to: .withoutUserInterface, .didDestroyUserInterface)
    }

    /// Presses the button at the side: the phone itself is locked, and the app leaves the glass.
    package func lockDevice() {
        running.withLock { app in _ = app.lifecycle?.yield(.didLockDevice) }
        sendToBackground()
    }

    /// Ends the app's process at once, wherever it is. Its files and the phone's hardware stay as they are.
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

    // MARK: Another phone

    /// Whether the renewal may begin: one at a time.
    func beginRenewal() -> Bool {
        running.withLock { app in
            guard !app.isRenewing else { return false }
            app.isRenewing = true
            return true
        }
    }

    /// The app may be launched again.
    func endRenewal() { running.withLock { $0.isRenewing = false } }

    /// The new phone shows its home screen, and no link waits on it.
    func forgetLinks() {
        links.clear()
        running.withLock { $0.place = nil }
    }

    // MARK: The process

    private func runProcess(of app: @escaping @Sendable (AppProcess) async -> Void) async {
        let (lifecycle, events) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let (kill, killSwitch) = AsyncStream.makeStream(of: Never.self)
        let isWanted = running.withLock { running in
            // It may have been killed before it began.
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

    /// The process is gone. A launch that was asked for meanwhile stays.
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
