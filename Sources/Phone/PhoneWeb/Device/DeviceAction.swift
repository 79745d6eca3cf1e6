// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp

/// An action of the device column, by the name that the page sends.
enum DeviceAction: Sendable, Hashable {
    case launch, background, foreground, lockDevice, destroyUI, kill
    case faceMatch, faceNoMatch, faceTryAgain, faceFallback, faceCancel, passcode
    case camera(CameraAction)
    case biometrics(DeviceSettings.Biometrics), sensor(DeviceSettings.Sensor), anotherFace, lockSensor
    case rooted(Bool)
    case attestation(DeviceSettings.Attestation)
    case network(DeviceSettings.Network)
    case clock(ClockStep), sleep(ClockStep), turnClock(ClockTurn), clockRight
    case language(DeviceSettings.Language)
    case world(WorldAction)
    /// An action with the web sites, which the workbench is given.
    case site(SiteAction)
    /// Installs the next version of the app, or the released version again.
    case install(isNext: Bool)
    /// Replaces the phone by a new phone.
    case newPhone(PhoneKind)
    case reinstallApp
    /// Erases the phone and restores a backup, with or without the app's own files.
    case restore(withAppFiles: Bool)
    case loseDeviceKey
    /// Begins the guide's test case with this number.
    case testCase(Int)
    case leaveTestCase
    /// Begins a guided tour.
    case tour(Tour)
    case leaveTour

    /// A distance by which time moves, in seconds.
    enum ClockStep: Int, Sendable, Hashable, CaseIterable {
        case minute = 60
        case fiveMinutes = 300
        case hour = 3600
        case day = 86400

        /// The durations of sleep.
        static let sleeps: [ClockStep] = [.minute, .hour]
    }

    /// A distance by which the phone's wall clock is set, in seconds.
    enum ClockTurn: Int, Sendable, Hashable, CaseIterable {
        case tenMinutesBack = -600
        case threeMinutesAhead = 180
        case hourBack = -3600
        case hourAhead = 3600
        case dayBack = -86400
        case dayAhead = 86400

        fileprivate var name: String {
            switch self {
            case .tenMinutesBack: "ten-minutes-back"
            case .threeMinutesAhead: "three-minutes-ahead"
            case .hourBack: "hour-back"
            case .hourAhead: "hour-ahead"
            case .dayBack: "day-back"
            case .dayAhead: "day-ahead"
            }
        }
    }

    /// All actions but the languages, which a brand chooses, and those with the web sites, which the program chooses.
    static let all: [DeviceAction] =
        [
            .launch, .background, .foreground, .lockDevice, .destroyUI, .kill, .faceMatch, .faceNoMatch, .faceTryAgain, .faceFallback,
            .faceCancel, .passcode, .anotherFace, .lockSensor, .rooted(true), .rooted(false), .clockRight, .leaveTestCase, .leaveTour,
        ]
        + CameraAction.all.map { .camera($0) }
        + DeviceSettings.Biometrics.allCases.map { .biometrics($0) } + DeviceSettings.Sensor.allCases.map { .sensor($0) }
        + DeviceSettings.Attestation.allCases.map { .attestation($0) }
        + DeviceSettings.Network.allCases.map { .network($0) } + ClockStep.allCases.map { .clock($0) }
        + ClockStep.sleeps.map { .sleep($0) } + ClockTurn.allCases.map { .turnClock($0) }
        + WorldAction.all.map { .world($0) }
        + [true, false].map { .install(isNext: $0) } + PhoneKind.allCases.map { .newPhone($0) }
        + [.reinstallApp, .loseDeviceKey] + [false, true].map { .restore(withAppFiles: $0) }
        + TestCase.all.map { .testCase($0.number) } + Tour.allCases.map { .tour($0) }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

    /// Finds an action by name, any language by its code, any site by its place; nil for an unknown name.
    init?(name: String) {
        if let action = Self.byName[name] {
            self = action
        } else if let action = SiteAction(name: name) {
            self = .site(action)
        } else {
            guard let language = name.wholeMatch(of: /language-([a-z]{2,3}(?:-[A-Z]{2})?)/) else { return nil }
            self = .language(.init(rawValue: String(language.output.1)))
        }
    }

    /// The name that the page sends.
    var name: String {
        switch self {
        case .launch: "launch"
        case .background: "background"
        case .foreground: "foreground"
        case .lockDevice: "lock-device"
        case .destroyUI: "destroy-ui"
        case .kill: "kill"
        case .faceMatch: "face-match"
        case .faceNoMatch: "face-no-match"
        case .faceTryAgain: "face-try-again"
        case .faceFallback: "face-fallback"
        case .faceCancel: "face-cancel"
        case .passcode: "passcode"
        case .camera(let action): action.name
        case .biometrics(.enrolled): "biometrics-enrolled"
        case .biometrics(.notEnrolled): "biometrics-not-enrolled"
        case .biometrics(.none): "biometrics-none"
        case .sensor(let sensor): "sensor-\(sensor.rawValue)"
        case .anotherFace: "biometrics-another"
        case .lockSensor: "biometrics-locked"
        case .rooted(let isRooted): isRooted ? "rooted-on" : "rooted-off"
        case .attestation(let attestation): "attestation-\(attestation.rawValue)"
        case .network(.online): "network-online"
        case .network(.offline): "network-offline"
        case .network(.slow): "network-slow"
        case .network(.servicesUnreachable): "network-unreachable"
        case .network(.garbage): "network-garbage"
        case .clock(let step): "clock-\(step.rawValue)"
        case .sleep(let step): "sleep-\(step.rawValue)"
        case .turnClock(let turn): "turn-\(turn.name)"
        case .clockRight: "clock-right"
        case .language(let language): "language-\(language.rawValue)"
        case .world(let action): action.name
        case .site(let action): action.name
        case .install(let isNext): isNext ? "install-next" : "install-released"
        case .newPhone(let kind): "new-phone-\(kind.rawValue)"
        case .reinstallApp: "reinstall-app"
        case .restore(let withAppFiles): withAppFiles ? "restore-copy" : "restore-backup"
        case .loseDeviceKey: "lose-device-key"
        case .testCase(let number): "case-\(number)"
        case .leaveTestCase: "case-leave"
        case .tour(let tour): "tour-\(tour.rawValue)"
        case .leaveTour: "tour-leave"
        }
    }

    /// The name by which tests find the control; both actions of a switch share it.
    var controlName: String {
        if case .rooted = self { "rooted" } else { name }
    }

    /// Performs the action on a phone; actions that do not concern the phone do nothing.
    ///
    /// - Throws: `SimulatedPhoneError` when the phone cannot store its state; then nothing changes.
    func perform(on phone: SimulatedPhone) throws(SimulatedPhoneError) {
        switch self {
        case .launch: phone.launchApp()
        case .background: phone.sendToBackground()
        case .foreground: phone.bringToForeground()
        case .lockDevice: phone.lockDevice()
        case .destroyUI: phone.destroyUserInterface()
        case .kill: phone.killApp()
        case .faceMatch: phone.sensor.match()
        case .faceNoMatch: phone.sensor.noMatch()
        case .faceTryAgain: phone.sensor.tryAgain()
        case .faceFallback: phone.sensor.chooseFallback()
        case .faceCancel: phone.sensor.cancel()
        case .passcode: phone.sensor.enterPasscode()
        case .camera(let action): try action.perform(on: phone)
        case .biometrics(let biometrics): try phone.device.change { $0.biometrics = biometrics }
        case .sensor(let sensor):
            let isUsual = sensor == phone.device.kind.usualSensor
            try phone.device.change { $0.sensor = isUsual ? nil : sensor }
        case .anotherFace: try phone.device.changeEnrolment()
        case .lockSensor: phone.sensor.lockOut()
        case .rooted(let isRooted): try phone.device.change { $0.isRooted = isRooted }
        case .attestation(let attestation): try phone.device.change { $0.attestation = attestation }
        case .network(let network): try phone.device.change { $0.network = network }
        case .clock(let step): try phone.moveClock(by: Double(step.rawValue))
        case .sleep(let step): try phone.sleep(for: Double(step.rawValue))
        case .turnClock(let turn): try phone.turnClock(by: Double(turn.rawValue))
        case .clockRight: try phone.setClockRight()
        case .language(let language): try phone.device.change { $0.language = language }
        case .loseDeviceKey: try phone.device.loseDeviceKey()
        case .world, .site, .install, .newPhone, .reinstallApp, .restore, .testCase, .leaveTestCase, .tour, .leaveTour: break
        }
    }
}
