// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// UC2.2/1.1: unlock with face or finger, on or off.
struct ChangeBiometrics: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case enable, disable, back
    }

    /// Why it cannot be switched on now.
    enum Obstacle: String, Sendable, Equatable {
        /// The phone has no sensor.
        case unsupported
        /// The wallet's provider has switched it off for everybody (`features.biometric_unlock`).
        case switchedOff
        /// Nobody is enrolled.
        case notEnrolled
        /// Too many wrong tries; the phone's passcode opens the sensor again.
        case lockedOut
        /// It was tried and did not work.
        case failed
    }

    /// The sensor; nil when the phone has none.
    let kind: BiometricKind?
    /// Whether it is enabled.
    let isEnabled: Bool
    /// Why it cannot be switched on now; nil when nothing stands in the way.
    let obstacle: Obstacle?

    let row: Row = "UC2.2/1.1"
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
