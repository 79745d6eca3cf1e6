// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport

/// Scanning a QR code (UC9.9), which needs an unlocked wallet. The picture is not kept, and a code is judged without the network.
package protocol UnlockedCameraCalls: Sendable {
    /// Returns the state of the permission to use the camera (UC9.9/1.1). Asks the user nothing.
    func cameraPermission() async throws -> CameraPermission
    /// Asks the user for the permission if the system still asks, and returns its state after the answer (UC9.9/1.2).
    func requestCameraPermission() async throws -> CameraPermission
    /// Waits until exactly one QR code is before the camera, and judges its text (UC9.9/1.3, 1.4). At most one scan runs. It ends when the
    /// caller is cancelled, and with `locked` when the wallet locks.
    ///
    /// - Parameter last: a code that was read before; it is ignored until it has left the picture (UC9.9/3.1a). Nil for none.
    func scanCode(ignoring last: ScannedCode?) async throws -> ScanResult
    /// Switches the light beside the camera during a scan; returns true if it is on afterwards.
    func setCameraLight(_ isOn: Bool) async throws -> Bool
}
