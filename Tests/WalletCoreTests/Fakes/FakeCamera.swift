// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// A camera that the app may use, with one code before it.
struct FakeCamera: CameraBridge {
    func permission() async -> CameraPermission { .granted }
    func requestPermission() async -> CameraPermission { .granted }
    func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode {
        guard let code = ScannedCode("code"), code != last else { throw .failed }
        return code
    }
    func setLight(_ isOn: Bool) async -> Bool { isOn }
}
