// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WebPages

/// The phone itself.
extension DeviceRenderer {
    func app(_ device: DeviceSnapshot) -> HTML {
        group("app", "App", now: device.app.words, isOpen: true) {
            control(
                """
                Launch: startup/2.1b, with the UI destroyed 2.1a. Background: UC9.7/1.1e. Bring back: UC1.2/1.1b. Lock the phone: UC2.3. \
                Kill: startup/1.1 at the next launch.
                """, "App"
            ) {
                tool(.launch, "Launch", isEnabled: device.app == .notRunning || device.app == .withoutUserInterface)
                tool(.background, "Send to background", isEnabled: device.app == .foreground)
                tool(.foreground, "Bring back", isEnabled: device.app == .background)
                tool(.lockDevice, "Lock the phone", isEnabled: device.app == .foreground)
                tool(.destroyUI, "Destroy the UI", isEnabled: device.app == .foreground || device.app == .background)
                tool(.kill, "Kill", isEnabled: device.app != .notRunning, isDestructive: true)
            }
        }
    }

    func sensor(_ device: DeviceSnapshot) -> HTML {
        let isScanning = device.scanPrompt != nil
        let words = SensorWords(device.kind)
        return group("sensor", words.sensor, now: device.sensorWords, isOpen: true, isWanted: isScanning) {
            control(words.scanHelp, "Scan") {
                tool(.faceMatch, words.matches, isEnabled: isScanning)
                tool(.faceNoMatch, "Does not match", isEnabled: isScanning)
                tool(.faceCancel, "Cancel", isEnabled: isScanning)
            }
            control(words.enrolmentHelp, "Enrolment") {
                choice(.biometrics(.enrolled), "Enrolled", isChosen: device.settings.biometrics == .enrolled)
                choice(.biometrics(.notEnrolled), "Not enrolled", isChosen: device.settings.biometrics == .notEnrolled)
                choice(.biometrics(.none), "No sensor", isChosen: device.settings.biometrics == .none)
                tool(.anotherFace, words.enrolAnother, isEnabled: device.settings.biometrics == .enrolled)
            }
            control(words.lockedHelp, "Locked out") {
                tool(.lockSensor, "Lock out", isEnabled: !device.isLockedOut)
                tool(.passcode, "Enter passcode", isEnabled: device.isLockedOut)
            }
        }
    }

    func network(_ device: DeviceSnapshot) -> HTML {
        group("network", "Network", now: device.settings.network.words) {
            control("Offline: PF2.9/1.5c, PF2.8/1.1m. Unreachable: 1.5d, 1.1n.", "Network") {
                DeviceSettings.Network.allCases.map { network in
                    choice(.network(network), network.words, isChosen: device.settings.network == network)
                }
            }
            hint("Slow: each request 2.5 s late, with a sign of progress: PF2.9/1.5.")
            hint("Garbage: servers do what they are asked, and their answers cannot be read: PF2.9/1.5d, PF2.8/1.1n.")
        }
    }

    func security(_ device: DeviceSnapshot) -> HTML {
        let settings = device.settings
        return group("security", "Security", now: settings.isRooted ? "Rooted" : settings.attestation.words) {
            HTML.element(.div, .class("control")) {
                HTML.element(.label, .class("switch")) {
                    HTML.element(
                        .input, [.type("checkbox")] + attributes(.rooted(!settings.isRooted)) + (settings.isRooted ? [.checked] : []))
                    HTML.element(.span) { "Rooted" }
                }
                hint(SensorWords.rootedHelp(device.kind))
            }
            control("Not genuine: setting up a PIN leads to PF2.9/1.5b.", "Attestation") {
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
            control("Phone and app speak it at once, until UC9.3/1.1a chooses another one in the app.", "Language of the phone") {
                choice(.language(.english), "English", isChosen: device.settings.language == .english)
                choice(.language(.dutch), "Nederlands", isChosen: device.settings.language == .dutch)
            }
        }
    }
}

extension DeviceRenderer {
    /// A new phone is asked for twice: what is lost is said before the button is there.
    private func newPhone(_ device: DeviceSnapshot) -> HTML {
        .element(.details, .class("case"), .data("group", "new-phone")) {
            HTML.element(.summary, .data("device", "group-new-phone")) {
                HTML.element(.span) { "Another phone" }
            }
            hint(
                """
                This phone is thrown away with all that is on it: the wallet with its PIN, cards and keys, the app's settings and every \
                switch. Nothing brings it back. The servers stay as they are; the old wallet is known there until its deletion code ends it (UC10.1). The next launch: startup/2.1b, then UC1.1/1.1.
                """)
            HTML.element(.div, .class("choices")) {
                for kind in [device.kind.other, device.kind] {
                    tool(.newPhone(kind), "Throw away, get \(kind)", isDestructive: true)
                }
            }
        }
    }

    /// Asked for twice, as a new phone is.
    private func reinstallation(_ device: DeviceSnapshot) -> HTML {
        .element(.details, .class("case"), .data("group", "reinstall")) {
            HTML.element(.summary, .data("device", "group-reinstall")) {
                HTML.element(.span) { "Delete the app and install it again" }
            }
            hint(
                """
                \(SensorWords.reinstallationHelp(device.kind)) The app begins as new: startup/2.2a, UC1.2/2.4b, UC1.1/1.1. The old account stays at \
                the provider until its deletion code ends it (UC10.1).
                """)
            HTML.element(.div, .class("choices")) { tool(.reinstallApp, "Delete and install again", isDestructive: true) }
        }
    }

    /// Asked for twice, as a new phone is.
    private var restoration: HTML {
        .element(.details, .class("case"), .data("group", "restore")) {
            HTML.element(.summary, .data("device", "group-restore")) {
                HTML.element(.span) { "Restore the phone from a backup" }
            }
            hint(
                """
                The phone is erased with all its keys and gets a backup. The app keeps its files out of backups, so it begins as new: startup/2.2a, \
                UC1.2/2.4b, UC1.1/1.1.
                """)
            HTML.element(.div, .class("choices")) { tool(.restore(withAppFiles: false), "Restore the phone's backup", isDestructive: true) }
            hint(
                """
                A copy by another tool may hold the app's files all the same. Without their keys nobody can read them: startup/2.2b, error/Generic. \
                There the wallet can be deleted: UC9.4/1.1.
                """)
            HTML.element(.div, .class("choices")) {
                tool(.restore(withAppFiles: true), "Restore a copy of everything", isDestructive: true)
            }
        }
    }
}

extension DeviceSnapshot {
    /// The sensor in a word or two.
    fileprivate var sensorWords: String {
        if scanPrompt != nil { return "Waits for you" }
        if isLockedOut { return "Locked out" }
        return switch settings.biometrics {
        case .enrolled: "Enrolled"
        case .notEnrolled: "Not enrolled"
        case .none: "No sensor"
        }
    }
}

extension AppState {
    /// The state on the page.
    fileprivate var words: String {
        switch self {
        case .notRunning: "Not running"
        case .foreground: "On the glass"
        case .background: "In the background"
        case .withoutUserInterface: "UI destroyed"
        }
    }
}

extension DeviceSettings.Network {
    /// The switch on the page.
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
    /// The switch on the page.
    fileprivate var words: String {
        switch self {
        case .genuine: "Genuine"
        case .unsupported: "Unsupported"
        case .foreign: "Foreign"
        }
    }
}
