// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import ObservedValues
public import PlatformSupport
import Synchronization

/// A simulated phone, an iPhone or an Android phone, with one app installed. Starting and stopping the program switches the phone on and
/// off.
///
/// Another package creates a phone with ``init(iPhoneIn:attestedBy:base:)`` or ``init(androidPhoneIn:attestedBy:base:)``. The package runs
/// the app in ``run(app:)``, whose process has the phone's bridges, and operates the phone through its functions, its ``device`` and its
/// ``sensor``.
public final class SimulatedPhone: Sendable {
    /// Settings and secure hardware.
    public let device: SimulatedDevice
    /// The phone's wall clock.
    package let clock: VirtualClock
    /// The time of the world around the phone. It differs from `clock` only after the phone's clock was set.
    package let worldClock: VirtualClock
    /// The sensor for face or fingerprint.
    public let sensor: BiometricSensor
    /// The camera, and the system's question whether the app may use it.
    public let camera: DeviceCamera

    private static let directory = "phone"
    private let state: StateDirectory
    /// The least time limit of a request or a page.
    let leastTimeout: Duration
    let bridges: PlatformBridges
    /// The directory of the app's own files.
    let storageDirectory: String
    /// The kinds for which there is a maker.
    let kinds: Set<PhoneKind>
    /// True while there is a process of the app, including a process that is being ended.
    let processes = ObservedValue(false)
    private let apps = ObservedValue(AppState.notRunning)
    private let running = Mutex(RunningApp())
    private let launches: AsyncStream<Void>
    private let launch: AsyncStream<Void>.Continuation

    private struct RunningApp {
        var state = AppState.notRunning
        /// The system app that is shown instead of the app.
        var place: SystemPlace?
        /// A launch was requested and its process has not started yet.
        var isLaunching = false
        /// The phone was locked, and its user has not opened the app since.
        var isDeviceLocked = false
        /// The phone is being replaced: nothing is launched.
        var isRenewing = false
        /// The opened links to deliver to the process when it starts.
        var launchLinks: [String] = []
        /// Delivers opened links to the process.
        var links: OpenedLinks?
        /// Sends life-cycle events to the process.
        var lifecycle: LifecycleSender?
        /// Ends the process when finished.
        var killSwitch: AsyncStream<Never>.Continuation?
    }

    /// Opens the phone stored in a state directory, or creates a phone. Its app does not run yet.
    ///
    /// - Parameters:
    ///   - state: the directory of the phone (`phone/device.json`) and the app's own files (`phone/app/`).
    ///   - maker: the kind of the phone, the authority that certifies its device keys, and the installed app.
    ///   - others: the makers of the other kinds of phone that `renew(as:)` can switch to.
    ///   - leastTimeout: raises shorter time limits of requests and pages, so that a busy machine fails none. Zero keeps them.
    ///   - base: the time that the clocks follow; by default the computer's.
    /// - Throws: `SimulatedPhoneError` with `otherKind` when the stored phone is not of the requested kind, with `stateDamaged`,
    ///   `stateTooNew` or `directoryUnusable`.
    package init(
        state: StateDirectory, maker: PhoneMaker, others: [PhoneMaker] = [], leastTimeout: Duration = .zero,
        base: (@Sendable () -> Date)? = nil
    ) throws(SimulatedPhoneError) {
        self.state = state
        self.leastTimeout = leastTimeout
        let device = try SimulatedDevice(in: state.subdirectory(Self.directory), kind: maker.kind)
        self.device = device
        sensor = BiometricSensor(of: device.kind)
        camera = DeviceCamera()
        kinds = Set(([maker] + others).map(\.kind))
        storageDirectory = try state.subdirectory("phone/app")
        let settings = device.settings
        worldClock = VirtualClock(offset: settings.clockOffset, base: base)
        clock = VirtualClock(offset: settings.clockOffset, error: settings.clockError, base: base)
        bridges = PlatformBridges(
            attestedKey: SimulatedAttestedKeys(device: device, clock: worldClock, maker: maker, others: others),
            encryptionKey: SimulatedEncryptionKeys(device: device),
            biometrics: SimulatedBiometrics(device: device, sensor: sensor),
            camera: SimulatedCamera(device: device, camera: camera),
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
    /// - Parameter app: the body of the app's process; it must end soon after its task is cancelled. A return without cancellation counts
    ///   as a crash.
    public func run(app: @escaping @Sendable (AppProcess) async -> Void) async {
        for await _ in launches {
            await runProcess(of: app)
        }
        killApp()
    }

    // MARK: The app in the foreground

    /// The life-cycle state of the app.
    public var appState: AppState { apps.value }

    /// Streams the state, now and after every change, to any number of observers. A slow observer sees only the newest state.
    public func appStateChanges() -> AsyncStream<AppState> { apps.stream() }

    /// Starts the app or brings it to the foreground. An app that is being killed starts after it has ended.
    public func launchApp() {
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

    /// The system app that is in front of the app; nil when the app or the home screen is shown. The system app stays in front when the app
    /// is killed.
    package var place: SystemPlace? { running.withLock { $0.place } }

    /// Hands out the file that the app wants to save, once; nil without one. The home screen is then shown.
    package func takeFile() -> SavedFile? {
        running.withLock { app in
            guard case .file(let file)? = app.place else { return nil }
            app.place = nil
            return file
        }
    }

    /// Moves the app to the background at its own request and shows a system app.
    ///
    /// - Parameters:
    ///   - place: nil for the home screen.
    ///   - prepare: prepares the system app while it is still behind the app, so that its previous page is never shown or pressed.
    /// - Returns: false when the app is not in the foreground; then nothing is done.
    @discardableResult
    package func leaveApp(for place: SystemPlace?, prepare: () -> Void = {}) -> Bool {
        let isOnGlass = running.withLock { app in
            guard app.state == .foreground else { return false }
            app.place = place
            return true
        }
        guard isOnGlass else { return false }
        prepare()
        sendToBackground()
        return true
    }

    /// Opens a system app, as a tap on its icon does; nil for the home screen.
    package func show(_ place: SystemPlace?) {
        sendToBackground()
        running.withLock { app in if app.state != .foreground { app.place = place } }
    }

    /// Opens a universal link: starts the app or brings it to the foreground, and delivers the link once. The app has stored the link when
    /// this returns, unless the app is just starting, or opens this link itself while it receives another link. A link that `acceptsLink`
    /// refuses is not delivered.
    public func openLink(_ link: String) {
        guard Self.acceptsLink(link) else { return }
        launchApp()
        let receiver: (OpenedLinks, LifecycleSender?)? = running.withLock { app in
            guard app.state != .notRunning, let links = app.links else {
                app.launchLinks.append(link)
                return nil
            }
            return (links, app.lifecycle)
        }
        // Outside the mutex: the app may operate the phone while it receives a link.
        guard let (links, lifecycle) = receiver else { return }
        links.open(link) { lifecycle?.send(.openLink) }
    }

    /// Returns the number of life-cycle events of a kind that the phone has sent to the present process, received or not; 0 without a
    /// process.
    public func sentCount(of event: AppLifecycleEvent) -> Int { running.withLock { $0.lifecycle }?.sentCount(of: event) ?? 0 }

    /// Returns true if the phone delivers this text as a link: 1 to 8192 bytes of UTF-8 without control characters. Nothing else is
    /// checked.
    public static func acceptsLink(_ text: String) -> Bool {
        (1...8192).contains(text.utf8.count) && !text.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
    }

    /// Shows the home screen. The app's process lives on; the sensor's prompt closes.
    public func sendToBackground() {
        move(from: .foreground, to: .background, .willResignActive, .didEnterBackground)
    }

    /// Brings the app back from the background.
    public func bringToForeground() {
        unlockDevice()
        move(from: .background, to: .foreground, .willEnterForeground, .didBecomeActive)
        move(from: .withoutUserInterface, to: .foreground, .willCreateUserInterface, .didBecomeActive)
    }

    /// Destroys the app's user interface, as an operating system does when memory is short. The process and its core live on.
    public func destroyUserInterface() {
        move(from: .foreground, to: .withoutUserInterface, .willResignActive, .didDestroyUserInterface)
        move(from: .background, to: .withoutUserInterface, .didDestroyUserInterface)
    }

    /// Locks the phone, as its side button does. The app leaves the foreground, and the phone reports the lock as its kind does.
    public func lockDevice() {
        sendToBackground()
        running.withLock { app in
            app.isDeviceLocked = true
            switch device.kind {
            case .iPhone: app.lifecycle?.send(.protectedDataWillBecomeUnavailable)
            case .android: app.lifecycle?.send(.didLockDevice)
            }
        }
    }

    /// Unlocks the phone before the app is shown. An Android phone reports only the first unlock after a restart.
    private func unlockDevice() {
        running.withLock { app in
            guard app.isDeviceLocked else { return }
            app.isDeviceLocked = false
            if device.kind == .iPhone { app.lifecycle?.send(.protectedDataDidBecomeAvailable) }
        }
    }

    /// Restarts the phone. The app is killed, and keys and files are inaccessible until `unlockAfterRestart`.
    public func restart() {
        killApp()
        device.awaitUnlock(true)
    }

    /// Unlocks the phone for the first time after its restart.
    public func unlockAfterRestart() {
        guard device.awaitUnlock(false) else { return }
        running.withLock { app in app.lifecycle?.send(.protectedDataDidBecomeAvailable) }
    }

    /// Kills the app's process at once, in any state. Its files and the phone's hardware stay.
    public func killApp() {
        running.withLock { app in
            app.isLaunching = false
            app.state = .notRunning
            apps.set(.notRunning)
            sensor.setAppOnGlass(false)
            camera.setAppOnGlass(false)
            app.lifecycle?.finish()
            app.killSwitch?.finish()
        }
    }

    private func move(from: AppState, to: AppState, _ events: AppLifecycleEvent...) {
        running.withLock { app in
            guard app.state == from else { return }
            app.state = to
            if to == .foreground { app.place = nil }
            apps.set(to)
            sensor.setAppOnGlass(to == .foreground)
            camera.setAppOnGlass(to == .foreground)
            for event in events { app.lifecycle?.send(event) }
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

    /// Shows the home screen and drops the links that would start the app.
    func forgetLinks() {
        running.withLock { app in
            app.launchLinks = []
            app.place = nil
        }
    }

    // MARK: The process

    private func runProcess(of app: @escaping @Sendable (AppProcess) async -> Void) async {
        let (lifecycle, events) = AsyncStream.makeStream(of: AppLifecycleEvent.self)
        let (kill, killSwitch) = AsyncStream.makeStream(of: Never.self)
        let links = OpenedLinks()
        let isWanted = running.withLock { running in
            // The app may have been killed before it started.
            guard running.isLaunching else { return false }
            for link in running.launchLinks { links.open(link) }
            running = RunningApp(state: .foreground, links: links, lifecycle: LifecycleSender(events), killSwitch: killSwitch)
            processes.set(true)
            apps.set(.foreground)
            sensor.setAppOnGlass(true)
            camera.setAppOnGlass(true)
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
            app = RunningApp(
                place: app.place, isLaunching: app.isLaunching, isRenewing: app.isRenewing, launchLinks: app.launchLinks)
            processes.set(false)
            apps.set(.notRunning)
            sensor.setAppOnGlass(false)
            camera.setAppOnGlass(false)
        }
    }
}
