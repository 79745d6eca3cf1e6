// SPDX-License-Identifier: EUPL-1.2

#if canImport(AVFoundation)

import AVFoundation
import Foundation
import PlatformSupport
import Synchronization

/// One scan: it takes the codes that the system finds in the picture, until exactly one is there that is not ignored.
///
/// The system tells the codes of each picture, and once an empty list when they have left. The session is interrupted when the app leaves
/// the foreground or another app takes the camera.
final class AppleScan: NSObject, AVCaptureMetadataOutputObjectsDelegate, Sendable {
    private struct State {
        var ignored: ScannedCode?
        var result: Result<ScannedCode, CameraError>?
        var caller: CheckedContinuation<Result<ScannedCode, CameraError>, Never>?
        /// The time of the last picture with the ignored code.
        var lastSeen = ContinuousClock.now
    }

    /// How long the ignored code must be unseen to count as gone, because the system need not tell an empty list after the start.
    private static let absence = Duration.seconds(1)
    private let state: Mutex<State>

    init(ignoring last: ScannedCode?) {
        state = Mutex(State(ignored: last))
        super.init()
    }

    /// Waits for the end of the scan: a code, an interruption of the session, or the cancellation of the caller.
    func result(of session: AVCaptureSession) async -> Result<ScannedCode, CameraError> {
        let names = [AVCaptureSession.wasInterruptedNotification, AVCaptureSession.runtimeErrorNotification]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) { [weak self] _ in
                self?.end(.failure(name == AVCaptureSession.wasInterruptedNotification ? .interrupted : .failed))
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                let early = state.withLock { state in
                    if state.result == nil { state.caller = caller }
                    return state.result
                }
                if let early { caller.resume(returning: early) }
            }
        } onCancel: {
            end(.failure(.cancelled))
        }
    }

    /// Ends the scan, unless it has ended.
    func end(_ result: Result<ScannedCode, CameraError>) {
        let caller = state.withLock { state -> CheckedContinuation<Result<ScannedCode, CameraError>, Never>? in
            guard state.result == nil else { return nil }
            state.result = result
            return state.caller.take()
        }
        caller?.resume(returning: result)
    }

    func metadataOutput(_ output: AVCaptureMetadataOutput, didOutput objects: [AVMetadataObject], from connection: AVCaptureConnection) {
        let texts = Set(objects.compactMap { ($0 as? AVMetadataMachineReadableCodeObject)?.stringValue })
        let codes = texts.compactMap { ScannedCode($0) }
        let found = state.withLock { state -> ScannedCode? in
            if let last = state.ignored {
                let now = ContinuousClock.now
                if !codes.contains(last) || now - state.lastSeen > Self.absence { state.ignored = nil }
                state.lastSeen = now
            }
            guard codes.count == 1, let code = codes.first, code != state.ignored else { return nil }
            return code
        }
        if let found { end(.success(found)) }
    }
}

#endif
