// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// UC9.9/2.1: the app may not use the camera. The button depends on who can change that: the user at the system's question, the user in the
/// settings, or nobody here.
struct CameraNeeded: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case back, help, grant, openSettings
    }

    /// The present permission; it is not granted.
    let permission: CameraPermission

    let row: Row = "UC9.9/2.1"
    var pieces: [Piece<Action>] {
        let name = permission.name
        return [
            .topBar(.back(row: "UC9.9/2.1a", .back), .help(row: "UC9.9/2.1b", .help)),
            .illustration(.cameraNeeded),
            .title(Text("cameraNeeded.title.\(name)")),
            .paragraph(Text("cameraNeeded.text.\(name)")),
        ] + button
    }

    private var button: [Piece<Action>] {
        switch permission {
        case .undetermined: [.button(.primary, "cameraNeeded.grant", row: "UC9.9/2.1c", .grant)]
        case .denied: [.button(.primary, "cameraNeeded.openSettings", row: "UC9.9/2.1d", .openSettings)]
        default: []
        }
    }
}

extension CameraPermission {
    /// The part of the keys of this screen's texts.
    fileprivate var name: String {
        switch self {
        case .undetermined, .denied, .restricted: rawValue
        default: "unavailable"
        }
    }
}
