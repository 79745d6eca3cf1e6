// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletInterface

/// Scans QR codes while the wallet is unlocked. At most one scan runs.
final class CodeScanner {
    private let camera: any CameraBridge
    private let lock: LockKeeper
    /// Ends the newest scan; without effect after it.
    private var endOfScan: AsyncStream<Void>.Continuation?

    init(_ camera: any CameraBridge, _ lock: LockKeeper) {
        self.camera = camera
        self.lock = lock
    }

    /// Ends a running scan: under the lock, and before the next one.
    func end() {
        endOfScan?.finish()
        endOfScan = nil
    }

    /// Waits until exactly one code is before the camera. Ends an earlier scan.
    ///
    /// - Throws: as `Core.scanCode`. A code that was read in the moment of the lock is dropped.
    func scan(ignoring last: ScannedCode?) async throws(WalletCoreError) -> ScannedCode {
        end()
        let epoch = lock.epoch
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        endOfScan = continuation
        let scanned = await withTaskGroup(of: Result<ScannedCode, CameraError>?.self) { [camera] group in
            group.addTask { () async -> Result<ScannedCode, CameraError>? in
                do throws(CameraError) {
                    return .success(try await camera.scan(ignoring: last))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                for await _ in stream {}
                return nil
            }
            let first = await group.next().flatMap { $0 }
            group.cancelAll()
            return first
        }
        lock.enforce()
        guard lock.isOpen, lock.epoch == epoch else { throw WalletCoreError(.locked, "the wallet was locked during the scan") }
        switch scanned {
        case .success(let code)?: return code
        case .failure(let error)?: throw WalletCoreError(error)
        case nil: throw WalletCoreError(.camera(.interrupted), "another scan began, or the caller was cancelled")
        }
    }
}

extension WalletCoreError {
    /// Maps an error of the camera to what the user sees.
    fileprivate init(_ error: CameraError) {
        switch error {
        case .notAllowed: self.init(.camera(.notAllowed), "the app may not use the camera")
        case .unavailable: self.init(.camera(.unavailable), "there is no camera, or another app uses it")
        case .cancelled, .interrupted: self.init(.camera(.interrupted), "the scan was interrupted")
        case .notAnswering: self.init(.camera(.failed), "the camera does not answer")
        case .failed: self.init(.camera(.failed), "the camera failed")
        }
    }
}
