// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// The camera of the simulated phone: it reads the codes in the picture that the person holds before it.
struct SimulatedCamera: CameraBridge {
    let device: SimulatedDevice
    let camera: DeviceCamera

    func permission() async -> CameraPermission { device.settings.camera.permission }

    func requestPermission() async -> CameraPermission {
        guard device.settings.camera.permission == .undetermined else { return device.settings.camera.permission }
        if let isAllowed = await camera.ask() {
            let kind = device.kind
            try? device.change { $0.camera = $0.camera.after(allowing: isAllowed, on: kind) }
        }
        return device.settings.camera.permission
    }

    func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode {
        switch device.settings.camera {
        case .granted: return try await camera.scan(ignoring: last).get()
        case .noCamera: throw .unavailable
        case .undetermined, .refusedOnce, .denied, .restricted: throw .notAllowed
        }
    }

    func setLight(_ isOn: Bool) async -> Bool { camera.setLight(isOn) }
}
