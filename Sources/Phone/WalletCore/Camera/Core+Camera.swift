// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport
import WalletConfiguration
package import WalletInterface

/// Scanning a QR code (UC9.9). The picture stays in the camera's bridge, and nothing is fetched.
extension Core {
    /// The state of the permission to use the camera (UC9.9/1.1), as the phone says it. Asks the user nothing.
    ///
    /// - Throws: `locked`, also if the wallet was locked during the call; `walletRevoked`, `versionBlocked`, `notRegistered`,
    ///   `platformMissing`, `notInitialized`, a store error.
    package func cameraPermission() async throws(WalletCoreError) -> CameraPermission {
        let permission = try await admitted(.cameraPermission).context.bridges.camera.permission()
        try requireUnlocked()
        return permission
    }

    /// Asks the user for the permission if the system still asks, and returns its state after the answer (UC9.9/1.2).
    ///
    /// - Throws: as `cameraPermission`.
    package func requestCameraPermission() async throws(WalletCoreError) -> CameraPermission {
        let permission = try await admitted(.requestCameraPermission).context.bridges.camera.requestPermission()
        try requireUnlocked()
        return permission
    }

    /// Waits until exactly one QR code is before the camera, and judges its text by the configuration's links (UC9.9/1.3, 1.4). A new scan
    /// ends an earlier one.
    ///
    /// - Parameter last: a code that was read before; it is ignored until it has left the picture. Nil for none.
    /// - Throws: `camera` with `notAllowed`, `unavailable`, `failed`; `interrupted`, also if another scan began or the caller was cancelled.
    ///   `locked`, also if the wallet locks during the scan, which ends it; `walletRevoked`, `versionBlocked`, `notRegistered`,
    ///   `platformMissing`, `notInitialized`, a store error.
    package func scanCode(ignoring last: ScannedCode?) async throws(WalletCoreError) -> ScanResult {
        let wallet = try admitted(.scanCode)
        let code = try await wallet.scanner.scan(ignoring: last)
        return ScanResult(code, by: wallet.context.configuration.document.universalLinks.compactMap(UniversalLinkPattern.init))
    }

    /// Switches the light beside the camera during a scan. Without a scan it stays off.
    ///
    /// - Returns: true if it is on afterwards.
    /// - Throws: as `cameraPermission`.
    package func setCameraLight(_ isOn: Bool) async throws(WalletCoreError) -> Bool {
        let isLit = try await admitted(.setCameraLight).context.bridges.camera.setLight(isOn)
        try requireUnlocked()
        return isLit
    }
}
