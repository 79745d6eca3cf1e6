// SPDX-License-Identifier: EUPL-1.2

/// A camera that reads QR codes, and the user's permission to use it.
///
/// Promises, each with one check in `WalletPlatformTesting`:
/// - CAM-01: Before the user was asked, the permission is `undetermined`.
/// - CAM-02: A request asks the user, and ends as `granted` when the user allows it; a further request asks nothing.
/// - CAM-03: A request that the user refuses does not end as `granted`, and a scan then ends as `notAllowed` and asks nothing.
/// - CAM-04: A QR code in the picture is returned with its text.
/// - CAM-05: Cancelling the call ends the scan as `cancelled`.
/// - CAM-06: A scan ends as `interrupted` when the app leaves the foreground.
/// - CAM-07: The code that a scan ignores is returned only after it has left the picture.
/// - CAM-08: While several codes are in the picture, none is returned.
/// - CAM-09: The light stays off while there is no scan.
///
/// A picture is not kept, and leaves the camera for the glass only. A new scan ends an earlier one as `cancelled`.
///
/// The core leaves a question about the permission and a switch of the light that does not return within 10 seconds, a request 5 minutes,
/// and cancels it. A scan has no limit. See ``PlatformBridges``.
public protocol CameraBridge: Sendable {
    /// Returns the present state of the permission. Asks the user nothing.
    func permission() async -> CameraPermission

    /// Asks the user for permission if the system still asks, and returns its state after the answer.
    ///
    /// A question that the system closes without an answer, or whose call is cancelled, leaves the permission as it was.
    func requestPermission() async -> CameraPermission

    /// Switches the camera on, waits until exactly one QR code is in the picture, and switches the camera and its light off.
    ///
    /// - Parameter last: a code that was read before and may still be in the picture; nil for none. It is ignored until it has left the
    ///   picture.
    /// - Returns: the code.
    /// - Throws: `CameraError`.
    func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode

    /// Switches the light beside the camera on or off during a scan.
    ///
    /// - Returns: true if the light is on afterwards; false also without a light or a scan.
    func setLight(_ isOn: Bool) async -> Bool
}

/// An error of a scan.
@nonexhaustive public enum CameraError: String, Error, Sendable, Hashable, Codable {
    /// The app may not use the camera. The system asked nothing.
    case notAllowed
    /// There is no camera, or another app uses it.
    case unavailable
    /// The caller was cancelled, or another scan began.
    case cancelled
    /// The app is not in the foreground.
    case interrupted
    /// The camera was not called because earlier calls have not returned, or did not end after its cancellation. The core says so.
    case notAnswering
    /// The camera failed.
    case failed
}
