// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import WalletApp

/// The simulated camera, as far as it is drawn.
struct CameraView: Sendable, Hashable {
    /// True while the system asks whether the app may use the camera.
    var isAsking = false
    /// True during a scan.
    var isOn = false
    /// The number of different codes before the camera.
    var codeCount = 0
    /// The picture before the camera during a scan; nil for none, and for one that is too large for the page.
    var picture: EmbeddedPicture?
}

extension CameraView {
    /// The present view of a phone's camera.
    init(_ camera: DeviceCamera) {
        let status = camera.status
        (isAsking, isOn, codeCount) = (status.isAsking, status.isOn, status.codeCount)
        // The page receives the whole screen with every change, so a large picture stays off it.
        guard isOn, let png = camera.picture, png.count <= Self.largestPicture else { return }
        picture = EmbeddedPicture("data:image/png;base64,\(Data(png).base64EncodedString())")
    }

    /// The largest picture drawn on the glass, in bytes.
    private static let largestPicture = 256 * 1024
}
