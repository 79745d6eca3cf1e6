// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension ConformanceSuite {
    private static let first = "conformance code 1"
    private static let second = "conformance code 2"

    /// Requests permission while the person performs an act.
    private static func request(_ act: Act, _ trial: Trial) async throws -> CameraPermission {
        try await withThrowingTaskGroup(of: CameraPermission?.self) { group in
            group.addTask { await trial.camera.requestPermission() }
            group.addTask {
                try await trial.phone.perform(act)
                return nil
            }
            defer { group.cancelAll() }
            while let permission = try await group.next() {
                if let permission { return permission }
            }
            throw Broken("the question has no end")
        }
    }

    /// Lets the app use the camera.
    ///
    /// - Throws: `ActNotPossible` on a phone without a camera.
    private static func allow(_ trial: Trial) async throws {
        switch await trial.camera.permission() {
        case .granted: return
        case .unavailable: throw ActNotPossible()
        default: break
        }
        try await trial.phone.perform(.resetCamera)
        let permission = try await request(.allowCamera, trial)
        try trial.require(permission == .granted, "the permission was \(permission) instead of granted")
    }

    /// Scans while the person performs the acts in order.
    ///
    /// - Parameter cancels: the call is cancelled after the acts.
    private static func scan(
        ignoring last: ScannedCode? = nil, _ acts: [Act], cancels: Bool = false, _ trial: Trial
    ) async throws -> Result<ScannedCode, CameraError> {
        try await withThrowingTaskGroup(of: Result<ScannedCode, CameraError>?.self) { group in
            group.addTask { await result(ignoring: last, trial) }
            group.addTask {
                for act in acts { try await trial.phone.perform(act) }
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
                if cancels { group.cancelAll() }
            }
            throw Broken("the scan has no end")
        }
    }

    private static func result(ignoring last: ScannedCode?, _ trial: Trial) async -> Result<ScannedCode, CameraError> {
        do throws(CameraError) {
            return .success(try await trial.camera.scan(ignoring: last))
        } catch {
            return .failure(error)
        }
    }

    private static func require(_ error: CameraError, _ found: Result<ScannedCode, CameraError>, _ trial: Trial) throws {
        switch found {
        case .success: throw Broken("a code was returned instead of \(error)")
        case .failure(let other): try trial.require(other == error, "the scan ended as \(other) instead of \(error)")
        }
    }

    private static func require(_ text: String, _ found: Result<ScannedCode, CameraError>, _ trial: Trial) throws {
        switch found {
        case .success(let code): try trial.require(code.text == text, "another text was returned")
        case .failure(let error): throw Broken("the scan ended as \(error)")
        }
    }

    /// The promises of `CameraBridge`.
    static let camera: [Promise] = [
        Promise("CAM-01", "Before the user was asked, the permission is `undetermined`.") { trial in
            if await trial.camera.permission() == .unavailable { throw ActNotPossible() }
            try await trial.phone.perform(.resetCamera)
            let permission = await trial.camera.permission()
            try trial.require(permission == .undetermined, "it was \(permission)")
        },
        Promise("CAM-02", "A request asks the user, and ends as `granted` when the user allows it; a further request asks nothing.") {
            trial in
            if await trial.camera.permission() == .unavailable { throw ActNotPossible() }
            try await trial.phone.perform(.resetCamera)
            let answered = try await request(.allowCamera, trial)
            try trial.require(answered == .granted, "the permission was \(answered)")
            let further = await trial.camera.requestPermission()
            try trial.require(further == .granted, "the permission then was \(further)")
        },
        Promise(
            "CAM-03",
            "A request that the user refuses does not end as `granted`, and a scan then ends as `notAllowed` and asks nothing."
        ) { trial in
            if await trial.camera.permission() == .unavailable { throw ActNotPossible() }
            try await trial.phone.perform(.resetCamera)
            let permission = try await request(.refuseCamera, trial)
            try trial.require(permission != .granted, "it was granted")
            try await require(.notAllowed, scan([], trial), trial)
        },
        Promise("CAM-04", "A QR code in the picture is returned with its text.") { trial in
            try await allow(trial)
            try await trial.phone.perform(.showCodes([]))
            try await require(first, scan([.seeCamera, .showCodes([first])], trial), trial)
        },
        Promise("CAM-05", "Cancelling the call ends the scan as `cancelled`.") { trial in
            try await allow(trial)
            try await trial.phone.perform(.showCodes([]))
            try await require(.cancelled, scan([.seeCamera], cancels: true, trial), trial)
        },
        Promise("CAM-06", "A scan ends as `interrupted` when the app leaves the foreground.") { trial in
            try await allow(trial)
            try await trial.phone.perform(.showCodes([]))
            let found = try await scan([.seeCamera, .leaveApp], trial)
            try await trial.phone.perform(.returnToApp)
            try require(.interrupted, found, trial)
        },
        Promise("CAM-07", "The code that a scan ignores is returned only after it has left the picture.") { trial in
            try await allow(trial)
            try await trial.phone.perform(.showCodes([first]))
            let last = ScannedCode(first)
            try await require(.cancelled, scan(ignoring: last, [.seeCamera, .waitSeconds(2)], cancels: true, trial), trial)
            let acts: [Act] = [.seeCamera, .showCodes([]), .showCodes([first])]
            try await require(first, scan(ignoring: last, acts, trial), trial)
        },
        Promise("CAM-08", "While several codes are in the picture, none is returned.") { trial in
            try await allow(trial)
            try await trial.phone.perform(.showCodes([first, second]))
            try await require(.cancelled, scan([.seeCamera, .waitSeconds(2)], cancels: true, trial), trial)
            try await require(second, scan([.seeCamera, .showCodes([second])], trial), trial)
        },
        Promise("CAM-09", "The light stays off while there is no scan.") { trial in
            try await allow(trial)
            try trial.require(await !trial.camera.setLight(true), "it is on")
        },
    ]
}
