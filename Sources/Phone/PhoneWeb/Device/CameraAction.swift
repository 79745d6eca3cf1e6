// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator

/// An action of the device column, or of the system on the glass, on the phone's camera.
enum CameraAction: Sendable, Hashable {
    /// Answers the system's question whether the app may use the camera.
    case allow, refuse
    /// Changes the decision, as in the phone's settings.
    case access(CameraAccess)
    /// Takes the picture before the camera away.
    case lookAway

    static let all: [CameraAction] = [.allow, .refuse, .lookAway] + CameraAccess.allCases.map { .access($0) }

    /// The name that the page sends.
    var name: String {
        switch self {
        case .allow: "camera-allow"
        case .refuse: "camera-refuse"
        case .lookAway: "camera-away"
        case .access(.undetermined): "camera-not-asked"
        case .access(.refusedOnce): "camera-refused-once"
        case .access(.denied): "camera-denied"
        case .access(.restricted): "camera-restricted"
        case .access(.granted): "camera-granted"
        case .access(.noCamera): "camera-none"
        }
    }

    /// Performs the action.
    ///
    /// - Throws: `SimulatedPhoneError` when the phone cannot store its state; then nothing changes.
    func perform(on phone: SimulatedPhone) throws(SimulatedPhoneError) {
        switch self {
        case .allow: phone.camera.answer(allows: true)
        case .refuse: phone.camera.answer(allows: false)
        case .lookAway: phone.camera.lookAway()
        case .access(let access): try phone.device.change { $0.camera = access }
        }
    }
}
