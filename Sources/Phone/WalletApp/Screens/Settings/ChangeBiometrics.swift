// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// UC2.2/1.1: enables or disables biometric unlock.
struct ChangeBiometrics: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case enable, disable, back
    }

    /// The reason that biometric unlock cannot be enabled now.
    enum Obstacle: String, Sendable, Equatable {
        /// The phone has no sensor.
        case unsupported
        /// The wallet's provider has disabled it for all wallets (`features.biometric_unlock`).
        case switchedOff
        /// There is no enrolment.
        case notEnrolled
        /// Locked after too many failed scans; the phone's passcode unlocks the sensor.
        case lockedOut
        /// Enabling was tried and failed.
        case failed
    }

    /// The sensor; nil when the phone has none.
    let kind: BiometricKind?
    let isEnabled: Bool
    /// The reason that biometric unlock cannot be enabled now; nil if it can.
    let obstacle: Obstacle?

    let row: Row = "UC2.2/1.1"
    let helpTopic: String? = "UC2.2.change"
    var pieces: [Piece<Action>] {
        let name = kind?.rawValue ?? "none"
        let head: [Piece<Action>] = [
            .topBar(.back(row: "UC2.2/1.1c", .back)),
            .illustration(kind.map(Illustration.biometrics) ?? .biometrics),
            .title(Text("changeBiometrics.title.\(name)")),
            .paragraph(Text("changeBiometrics.text.\(name)")),
        ]
        let notice: [Piece<Action>] = obstacle.map { [.banner(.warn, message(of: $0, name))] } ?? []
        let toggle: [Piece<Action>] =
            kind == nil
            ? []
            : [
                .toggle(
                    Text("changeBiometrics.title.\(name)"), isOn: isEnabled, row: isEnabled ? "UC2.2/1.1b" : "UC2.2/1.1a",
                    isEnabled ? .disable : .enable)
            ]
        return head + notice + toggle
    }

    private func message(of obstacle: Obstacle, _ name: String) -> Text {
        switch obstacle {
        case .notEnrolled, .lockedOut: Text("changeBiometrics.\(obstacle.rawValue).\(name)")
        case .unsupported, .switchedOff, .failed: Text("changeBiometrics.\(obstacle.rawValue)")
        }
    }
}
