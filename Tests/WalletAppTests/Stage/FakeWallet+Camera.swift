// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

/// A camera whose permission and codes a test sets. A scan waits until the script has a result, and ends under the lock.
extension FakeWallet {
    func cameraPermission() async throws -> CameraPermission { try await enter(.cameraPermission) { $0.cameraPermission } }
    func requestCameraPermission() async throws -> CameraPermission {
        try await enter(.requestCameraPermission, .requestCameraPermission) { script in
            if let answer = script.cameraAnswer { script.cameraPermission = answer }
            return script.cameraPermission
        }
    }
    func scanCode(ignoring last: ScannedCode?) async throws -> ScanResult {
        try await enter(.scanCode, .scanCode(ignoring: last)) { script -> Result<Void, WalletCoreError> in
            switch script.cameraPermission {
            case .granted:
                script.runningScans += 1
                return .success(())
            case .unavailable: return .failure(WalletCoreError(.camera(.unavailable), "scripted"))
            default: return .failure(WalletCoreError(.camera(.notAllowed), "scripted"))
            }
        }.get()
        defer { script { $0.runningScans -= 1 } }
        while true {
            try await wait { !$0.isUnlocked || $0.hasResult(ignoring: last) }
            // Another scan may have taken the result.
            let result = try changed { script -> Result<ScanResult?, WalletCoreError> in
                guard script.isUnlocked else { return .failure(WalletCoreError(.locked, "scripted")) }
                return .success(script.takeResult(ignoring: last))
            }.get()
            if let result { return result }
        }
    }
    func setCameraLight(_ isOn: Bool) async throws -> Bool {
        try await enter(.setCameraLight, .setCameraLight(isOn)) { isOn && $0.runningScans > 0 }
    }

    /// Holds a result before the camera: the next scan that does not ignore its code returns it.
    func looks(at result: ScanResult) { script { $0.scanResults.append(result) } }
}

extension FakeWallet.Script {
    fileprivate func hasResult(ignoring last: ScannedCode?) -> Bool { scanResults.contains { $0.code != last } }

    /// Takes the first result whose code is not the one to ignore.
    fileprivate mutating func takeResult(ignoring last: ScannedCode?) -> ScanResult? {
        guard let index = scanResults.firstIndex(where: { $0.code != last }) else { return nil }
        return scanResults.remove(at: index)
    }
}
