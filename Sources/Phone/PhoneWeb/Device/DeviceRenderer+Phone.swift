// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import PlatformSupport
import WalletApp
import WebPages

/// The phone itself.
extension DeviceRenderer {
    func app(_ device: DeviceSnapshot) -> HTML {
        group("app", "App", now: device.app.words, isOpen: true) {
            control(
                "What you and the system do to the app. Kill it at any moment: at the next launch it goes on.",
                rows: ["startup/1.1", "startup/2.1a", "startup/2.1b", "UC1.2/1.1b", "UC9.7/1.1e"], "App"
            ) {
                tool(.launch, "Launch", isEnabled: device.app == .notRunning || device.app == .withoutUserInterface)
                tool(.background, "Send to background", isEnabled: device.app == .foreground)
                tool(.foreground, "Bring back", isEnabled: device.app == .background)
                tool(.lockDevice, "Lock the phone", isEnabled: device.app == .foreground)
                tool(.destroyUI, "Close its screens", isEnabled: device.app == .foreground || device.app == .background)
                tool(.kill, "Kill", isEnabled: device.app != .notRunning, isDestructive: true)
            }
        }
    }

    func sensor(_ device: DeviceSnapshot) -> HTML {
        let prompt = device.prompt
        let isScanning = prompt?.scans ?? false
        let words = SensorWords(device.kind, device.sensorKind)
        return group("sensor", words.sensor, now: device.sensorWords, isWanted: prompt != nil) {
            control(words.scanHelp, rows: words.scanRows, "Scan") {
                tool(.faceMatch, words.matches, isEnabled: isScanning)
                tool(.faceNoMatch, "Does not match", isEnabled: isScanning)
                tool(.faceTryAgain, "Try again", isEnabled: prompt?.stage == .message(.asksToTryAgain))
                tool(.faceFallback, "The app's other way", isEnabled: prompt?.offersFallback ?? false)
                tool(.faceCancel, "Cancel", isEnabled: prompt != nil)
            }
            control(
                "What this phone recognises. A phone with another sensor has none of the former enrolments.", rows: ["UC2.1/1.3"],
                "Sensor"
            ) {
                choice(.sensor(.face), "Face", isChosen: device.sensor == .face)
                choice(.sensor(.finger), "Finger", isChosen: device.sensor == .finger)
            }
            control(words.enrolmentHelp, rows: words.enrolmentRows, "Enrolment") {
                choice(.biometrics(.enrolled), "Enrolled", isChosen: device.settings.biometrics == .enrolled)
                choice(.biometrics(.notEnrolled), "Not enrolled", isChosen: device.settings.biometrics == .notEnrolled)
                choice(.biometrics(.none), "No sensor", isChosen: device.settings.biometrics == .none)
                tool(.anotherFace, words.enrolAnother, isEnabled: device.settings.biometrics == .enrolled)
            }
            control(words.lockedHelp, rows: words.lockedRows, "Locked out") {
                tool(.lockSensor, "Lock out", isEnabled: !device.isLockedOut)
                tool(.passcode, "Enter passcode", isEnabled: device.isLockedOut)
            }
        }
    }

    func network(_ device: DeviceSnapshot) -> HTML {
        group("network", "Network", now: device.settings.network.words) {
            control(
                "Offline: no internet. Services unreachable: internet, but our servers are down.",
                rows: ["PF2.9/1.5c", "PF2.8/1.1m", "PF2.9/1.5d", "PF2.8/1.1n"], "Network"
            ) {
                DeviceSettings.Network.allCases.map { network in
                    choice(.network(network), network.words, isChosen: device.settings.network == network)
                }
            }
            hint("Slow: each request takes 2.5 s more, and the app shows that it works.", rows: ["PF2.9/1.5"])
            hint("Garbage: servers do what they are asked, and nobody can read what they answer.", rows: ["PF2.9/1.5d", "PF2.8/1.1n"])
        }
    }

    func security(_ device: DeviceSnapshot) -> HTML {
        let settings = device.settings
        return group("security", "Security", now: settings.isRooted ? "Rooted" : settings.attestation.words) {
            HTML.element(.div, .class("control")) {
                HTML.element(.label, .class("switch")) {
                    HTML.element(
                        .input, [.type("checkbox")] + attributes(.rooted(!settings.isRooted)) + (settings.isRooted ? [.checked] : []))
                    HTML.element(.span) { "Rooted or jailbroken" }
                }
                hint("The phone's protection is off: the app does not start.", rows: SensorWords.rootedRows(device.kind))
            }
            control(
                "Is this the real app on a real phone? If not, no PIN can be set up.", rows: ["PF2.9/1.5b"], "Attestation"
            ) {
                DeviceSettings.Attestation.allCases.map { attestation in
                    choice(.attestation(attestation), attestation.words, isChosen: settings.attestation == attestation)
                }
            }
        }
    }

    func phone(_ device: DeviceSnapshot) -> HTML {
        group("phone", "Phone", now: device.kind.name) {
            HTML.element(.p, .class("readout"), .data("phone", device.kind.rawValue)) { device.kind.name }
            newPhone(device)
            reinstallation(device)
            restoration
            control(
                "Phone and app speak it at once, until the user chooses another one in the app.", rows: ["UC9.3/1.1a"],
                "Language of the phone"
            ) {
                for language in brand.languages.map({ DeviceSettings.Language(rawValue: $0.rawValue) }) {
                    choice(
                        .language(language), Language(rawValue: language.rawValue).ownName, isChosen: device.settings.language == language)
                }
            }
        }
    }
}

extension DeviceRenderer {
    /// A new phone takes two steps: the loss is explained before the button appears.
    private func newPhone(_ device: DeviceSnapshot) -> HTML {
        .element(.details, .class("case"), .data("group", "new-phone")) {
            HTML.element(.summary, .data("device", "group-new-phone")) {
                HTML.element(.span) { "Another phone" }
            }
            hint(
                """
                This phone is thrown away with all that is on it: the wallet with its PIN, cards and keys, the app's settings and every \
                switch. Nothing brings it back. The servers stay as they are; the old wallet is known there until its deletion code ends it.
                """, rows: ["startup/2.1b", "UC1.1/1.1"])
            HTML.element(.div, .class("choices")) {
                for kind in [device.kind.other, device.kind] {
                    tool(.newPhone(kind), "Throw away, get \(kind)", isDestructive: true)
                }
            }
        }
    }

    /// Takes two steps, like a new phone.
    private func reinstallation(_ device: DeviceSnapshot) -> HTML {
        .element(.details, .class("case"), .data("group", "reinstall")) {
            HTML.element(.summary, .data("device", "group-reinstall")) {
                HTML.element(.span) { "Delete the app and install it again" }
            }
            hint(
                """
                \(SensorWords.reinstallationHelp(device.kind)) The app begins as new. The old account stays at the provider until its deletion \
                code ends it.
                """, rows: ["startup/2.2a", "UC1.2/2.4b", "UC1.1/1.1", "UC10.1"])
            HTML.element(.div, .class("choices")) { tool(.reinstallApp, "Delete and install again", isDestructive: true) }
        }
    }

    /// Takes two steps, like a new phone.
    private var restoration: HTML {
        .element(.details, .class("case"), .data("group", "restore")) {
            HTML.element(.summary, .data("device", "group-restore")) {
                HTML.element(.span) { "Restore the phone from a backup" }
            }
            hint(
                """
                The phone is erased with all its keys and gets a backup. The app keeps its files out of backups, so it begins as new.
                """, rows: ["startup/2.2a", "UC1.2/2.4b", "UC1.1/1.1"])
            HTML.element(.div, .class("choices")) { tool(.restore(withAppFiles: false), "Restore the phone's backup", isDestructive: true) }
            hint(
                """
                A copy by another tool may hold the app's files all the same. Without their keys nobody can read them. The app says that \
                the wallet belongs to another phone, and offers to delete the copy.
                """, rows: ["startup/2.2b", "error/Generic", "UC9.4/1.1"])
            HTML.element(.div, .class("choices")) {
                tool(.restore(withAppFiles: true), "Restore a copy of everything", isDestructive: true)
            }
            hint(
                """
                A restored phone may lose only the key by which the service knows it. No PIN can be checked then, and no new PIN be made. The \
                app says so, and the wallet can be deleted.
                """, rows: ["error/Generic", "UC9.4/1.1"])
            HTML.element(.div, .class("choices")) { tool(.loseDeviceKey, "Lose the device key only", isDestructive: true) }
        }
    }
}

extension DeviceSnapshot {
    /// The sensor that the phone has.
    fileprivate var sensor: DeviceSettings.Sensor { settings.sensor ?? kind.usualSensor }

    /// The sensor's state in one or two words.
    fileprivate var sensorWords: String {
        if prompt != nil { return "Waits for you" }
        if isLockedOut { return "Locked out" }
        return switch settings.biometrics {
        case .enrolled: "Enrolled"
        case .notEnrolled: "Not enrolled"
        case .none: "No sensor"
        }
    }
}

extension AppState {
    /// The state's label on the page.
    fileprivate var words: String {
        switch self {
        case .notRunning: "Not running"
        case .foreground: "In the foreground"
        case .background: "In the background"
        case .withoutUserInterface: "Screens closed"
        }
    }
}

extension DeviceSettings.Network {
    /// The setting's label on the page.
    fileprivate var words: String {
        switch self {
        case .online: "Online"
        case .offline: "Offline"
        case .slow: "Slow"
        case .servicesUnreachable: "Services unreachable"
        case .garbage: "Garbage"
        }
    }
}

extension DeviceSettings.Attestation {
    /// The setting's label on the page.
    fileprivate var words: String {
        switch self {
        case .genuine: "Genuine"
        case .unsupported: "No security chip"
        case .foreign: "Changed app"
        }
    }
}
