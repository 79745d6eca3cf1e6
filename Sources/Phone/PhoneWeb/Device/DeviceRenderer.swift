// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WebPages

/// Draws the device column: what the phone can be made to do, each group with one line of help that names the rows it leads to.
struct DeviceRenderer: Sendable {
    /// The column for a state of the device.
    func html(_ device: DeviceSnapshot) -> HTML {
        .group([phone(device), app(device), sensor(device), clock, network(device), security(device), language(device)])
    }

    private func app(_ device: DeviceSnapshot) -> HTML {
        group("App", help: "Launch: startup/2.1b, with the UI destroyed 2.1a. Bring back: UC1.2/1.1b. Lock the phone: UC2.3.") {
            tool(.launch, "Launch", isEnabled: device.app == .notRunning || device.app == .withoutUserInterface)
            tool(.background, "Send to background", isEnabled: device.app == .foreground)
            tool(.foreground, "Bring back", isEnabled: device.app == .background)
            tool(.lockDevice, "Lock the phone", isEnabled: device.app == .foreground)
            tool(.destroyUI, "Destroy the UI", isEnabled: device.app == .foreground || device.app == .background)
            tool(.kill, "Kill", isEnabled: device.app != .notRunning)
        }
    }

    private func phone(_ device: DeviceSnapshot) -> HTML {
        .element(.section, .class("group")) {
            HTML.element(.h2) { "Phone" }
            HTML.element(.p, .class("readout"), .data("phone", device.kind.rawValue)) { device.kind.name }
            HTML.element(.p, .class("hint")) {
                "It stays what it is. To start anew with \(device.kind.other): "
                HTML.element(.code) { "--fresh" }
                " "
                HTML.element(.code) { "--phone \(device.kind.other.rawValue)" }
            }
        }
    }

    private func sensor(_ device: DeviceSnapshot) -> HTML {
        let isScanning = device.scanPrompt != nil
        let words = SensorWords(device.kind)
        return HTML.element(.section, .class("group")) {
            HTML.element(.h2) { words.sensor }
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
            if device.isLockedOut {
                control(words.lockedHelp, "Locked out") {
                    tool(.passcode, "Enter the phone's passcode", isEnabled: true)
                }
            }
        }
    }

    private var clock: HTML {
        group("Clock", help: "Moves phone and provider. A wait is over: PF2.8/5.1e.") {
            HTML.element(.p, .class("readout")) { HTML.element(.time, .data("clock", "full")) }
            for (step, label) in [(DeviceAction.ClockStep.minute, "+1 min"), (.fiveMinutes, "+5 min"), (.hour, "+1 h"), (.day, "+1 day")] {
                tool(.clock(step), label, isEnabled: true)
            }
        }
    }

    private func network(_ device: DeviceSnapshot) -> HTML {
        group("Network", help: "Offline: PF2.9/1.5c, PF2.8/1.1m. Unreachable: 1.5d, 1.1n.") {
            choice(.network(.online), "Online", isChosen: device.settings.network == .online)
            choice(.network(.offline), "Offline", isChosen: device.settings.network == .offline)
            choice(.network(.servicesUnreachable), "Services unreachable", isChosen: device.settings.network == .servicesUnreachable)
        }
    }

    private func security(_ device: DeviceSnapshot) -> HTML {
        HTML.element(.section, .class("group")) {
            HTML.element(.h2) { "Security" }
            HTML.element(.div, .class("control")) {
                HTML.element(.label, .class("switch")) {
                    HTML.element(
                        .input,
                        [.type("checkbox")] + attributes(.rooted(!device.settings.isRooted)) + (device.settings.isRooted ? [.checked] : []))
                    HTML.element(.span) { "Rooted" }
                }
                HTML.element(.p, .class("hint")) { SensorWords.rootedHelp(device.kind) }
            }
            control("Not genuine: setting up a PIN leads to PF2.9/1.5b.", "Attestation") {
                choice(.attestation(.genuine), "Genuine", isChosen: device.settings.attestation == .genuine)
                choice(.attestation(.unsupported), "Unsupported", isChosen: device.settings.attestation == .unsupported)
                choice(.attestation(.foreign), "Foreign", isChosen: device.settings.attestation == .foreign)
            }
        }
    }

    private func language(_ device: DeviceSnapshot) -> HTML {
        group("Language of the phone", help: "Phone and app speak it at once; the rows stay the same.") {
            choice(.language(.english), "English", isChosen: device.settings.language == .english)
            choice(.language(.dutch), "Nederlands", isChosen: device.settings.language == .dutch)
        }
    }

    // MARK: Parts

    private func group(_ title: String, help: String, @HTML.Builder choices: () -> [HTML]) -> HTML {
        .element(.section, .class("group")) {
            HTML.element(.h2) { title }
            control(help, title, choices: choices)
        }
    }

    private func control(_ help: String, _ name: String, @HTML.Builder choices: () -> [HTML]) -> HTML {
        .element(.div, .class("control")) {
            HTML.element(.div, .class("choices"), .role("group"), .aria("label", name)) { choices() }
            HTML.element(.p, .class("hint")) { help }
        }
    }

    private func tool(_ action: DeviceAction, _ label: String, isEnabled: Bool) -> HTML {
        let destructive = action == .kill ? "tool destructive" : "tool"
        return .element(.button, [.type("button"), .class(destructive)] + attributes(action) + (isEnabled ? [] : [.disabled])) { label }
    }

    private func choice(_ action: DeviceAction, _ label: String, isChosen: Bool) -> HTML {
        .element(.button, [.type("button"), .class("choice"), .aria("pressed", String(isChosen))] + attributes(action)) { label }
    }

    private func attributes(_ action: DeviceAction) -> [HTML.Attribute] {
        [.data("device", action.controlName), .data("action", action.name)]
    }
}
