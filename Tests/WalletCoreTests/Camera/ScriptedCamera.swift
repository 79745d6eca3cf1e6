// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

@testable import WalletCore

/// A camera before which a test holds codes. A scan waits for one, and ends when it is cancelled.
final class ScriptedCamera: CameraBridge {
    struct Script: Sendable {
        var permission = CameraPermission.granted
        /// The permission after the user's answer.
        var answer = CameraPermission.granted
        /// The ends of the next scans.
        var ends: [Result<ScannedCode, CameraError>] = []
        /// The codes that the scans so far were to ignore.
        var ignored: [ScannedCode?] = []
        var running = 0
    }

    let script = Recorded(Script())

    func permission() async -> CameraPermission { script.value.permission }

    func requestPermission() async -> CameraPermission {
        script.change { script -> CameraPermission in
            script.permission = script.answer
            return script.permission
        }
    }

    func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode {
        script.change { script in
            script.running += 1
            script.ignored.append(last)
        }
        defer { script.change { $0.running -= 1 } }
        await script.wait { !$0.ends.isEmpty }
        if Task.isCancelled { throw .cancelled }
        let end = script.change { script -> Result<ScannedCode, CameraError>? in
            script.ends.isEmpty ? nil : script.ends.removeFirst()
        }
        guard let end else { throw .failed }
        return try end.get()
    }

    func setLight(_ isOn: Bool) async -> Bool { isOn && script.value.running > 0 }

    /// Ends the running scan, or the next one.
    func end(_ end: Result<ScannedCode, CameraError>) { script.change { $0.ends.append(end) } }
}

extension Phone {
    /// Starts a process with a registered, unlocked wallet and this camera.
    func registered(with camera: any CameraBridge) async throws -> Core {
        let core = Core(embedded: provider.embedded)
        let bridges = PlatformBridges(
            attestedKey: attestedKeys, encryptionKey: encryptionKeys, biometrics: biometrics, camera: camera, network: provider,
            clock: clock, utilities: utilities)
        try await core.initPlatformSupport(bridges, limitsBy: limitClock)
        try await core.initialize()
        try await core.register(pin: Self.pin())
        return core
    }
}
