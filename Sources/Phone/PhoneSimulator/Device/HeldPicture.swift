// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// The picture that the person holds before the simulated camera, as the glass draws it. It lives in memory only.
struct HeldPicture: Sendable {
    /// The PNG picture; empty for none.
    var png: [UInt8] = []
    /// The codes in it.
    var codes: [ScannedCode] = []

    /// Returns the picture, unless the camera sees other codes by now.
    func png(of present: [ScannedCode]) -> [UInt8]? { png.isEmpty || codes != present ? nil : png }
}
