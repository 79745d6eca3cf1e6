// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// A camera that answers within a time limit. Without an answer there is no camera this time; no permission is assumed.
///
/// A scan has no limit, because a person may look for the code as long as they want; its caller is cancelled when the screen is left, under
/// the lock and in the background. A code that is read after that is dropped.
struct CameraInTime: CameraBridge {
    /// The limit of a question about the permission and of a switch of the light, in seconds.
    static let limit: TimeInterval = 10
    /// The limit of a request for permission, in seconds. The user may take time.
    static let requestLimit: TimeInterval = 300

    let bridge: any CameraBridge
    let calls: BridgeCalls

    func permission() async -> CameraPermission {
        let answer = await calls.answer(within: Self.limit) { [bridge] in await bridge.permission() }
        guard case .answered(let permission) = answer else { return .unavailable }
        return permission
    }

    func requestPermission() async -> CameraPermission {
        let answer = await calls.answer(within: Self.requestLimit) { [bridge] in await bridge.requestPermission() }
        guard case .answered(let permission) = answer else { return .unavailable }
        return permission
    }

    func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode {
        let answer = await calls.answer(within: nil) { [bridge] () async -> Result<ScannedCode, CameraError> in
            do throws(CameraError) {
                return .success(try await bridge.scan(ignoring: last))
            } catch {
                return .failure(error)
            }
        }
        switch answer {
        case .answered(let result):
            // A code that was read in the moment of the cancellation is dropped.
            if Task.isCancelled { throw .cancelled }
            return try result.get()
        case .overdue, .refused:
            if Task.isCancelled { throw .cancelled }
            throw .notAnswering
        }
    }

    func setLight(_ isOn: Bool) async -> Bool {
        let answer = await calls.answer(within: Self.limit) { [bridge] in await bridge.setLight(isOn) }
        guard case .answered(let isLit) = answer else { return false }
        return isLit
    }
}
