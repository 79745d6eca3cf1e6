// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WebPages

extension DeviceRenderer {
    /// The camera: the system's question, the picture before it, and the decision about its use.
    func camera(_ device: DeviceSnapshot) -> HTML {
        let camera = device.camera
        return group("camera", "Camera", now: device.cameraWords, isWanted: camera.isAsking || camera.isOn) {
            control("The answer to the phone's question, as on the glass.", rows: ["UC9.9/1.2a", "UC9.9/1.2b"], "Question") {
                tool(.camera(.allow), "Allow", isEnabled: camera.isAsking)
                tool(.camera(.refuse), "Don't allow", isEnabled: camera.isAsking)
            }
            control(
                """
                What the camera sees: a PNG picture of at most 2 MiB, such as a screenshot of a QR code. Choose it, or drop it on the phone. \
                It stays before the camera until it is taken away.
                """, rows: ["UC9.9/1.3a", "UC9.9/1.4b", "UC9.9/3.1a"], "Picture"
            ) {
                HTML.element(.button, .type("button"), .class("tool"), .data("device", "camera-picture"), .data("service", "picture")) {
                    "Hold a picture before it"
                }
                tool(.camera(.lookAway), "Take it away")
            }
            control(
                "May the app use the camera? The user changes it in the phone's settings, the phone's owner may forbid it.",
                rows: ["UC9.9/1.1a", "UC9.9/1.1b", "UC9.9/2.1c", "UC9.9/2.1d"], "Permission"
            ) {
                CameraAccess.allCases.map { access in
                    choice(.camera(.access(access)), access.words, isChosen: device.settings.camera == access)
                }
            }
        }
    }
}

extension DeviceSnapshot {
    /// The camera's state in a few words.
    fileprivate var cameraWords: String {
        if camera.isAsking { return "Waits for you" }
        guard camera.isOn else { return settings.camera.words }
        return camera.codeCount == 0 ? "Looks for a code" : camera.codeCount == 1 ? "Sees a code" : "Sees several codes"
    }
}

extension CameraAccess {
    /// The decision's label on the page.
    fileprivate var words: String {
        switch self {
        case .undetermined: "Not asked"
        case .refusedOnce: "Refused once"
        case .denied: "Refused"
        case .restricted: "Forbidden by the owner"
        case .granted: "Allowed"
        case .noCamera: "No camera"
        }
    }
}
