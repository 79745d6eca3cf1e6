// SPDX-License-Identifier: EUPL-1.2

/// The bridge of a device without a camera.
public struct NoCamera: CameraBridge {
    /// Creates the bridge.
    public init() {}

    /// Returns `unavailable`.
    public func permission() async -> CameraPermission { .unavailable }

    /// Returns `unavailable`, and asks nothing.
    public func requestPermission() async -> CameraPermission { .unavailable }

    /// - Throws: `unavailable`.
    public func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode { throw .unavailable }

    /// Returns false.
    public func setLight(_ isOn: Bool) async -> Bool { false }
}
