// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension DeviceCamera {
    /// Holds the phone before several pictures at once, such as those of a page, in place of what the camera saw before. A picture that
    /// cannot be read shows nothing.
    ///
    /// - Parameter pngs: PNG pictures, each as in ``look(at:)``. None at all is the same as ``lookAway()``.
    /// - Returns: the number of different codes in all pictures together.
    @discardableResult @concurrent
    package func look(atAll pngs: [[UInt8]]) async -> Int {
        var codes: [ScannedCode] = []
        // The glass draws the first picture that contains a code.
        var drawn: [UInt8] = []
        for png in pngs {
            let found = (try? CameraPicture.codes(inPNG: png)) ?? []
            if drawn.isEmpty, !found.isEmpty { drawn = png }
            for code in found where !codes.contains(code) { codes.append(code) }
        }
        hold(drawn, with: codes)
        see(codes)
        return codes.count
    }
}
