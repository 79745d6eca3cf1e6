// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
import WalletInterface

/// UC9.9/1.3: shows the camera's picture while the camera reads. The camera is on only while this runs: not below the help page, the prompt of
/// a wrong code, or the lock.
struct Viewfinder {
    /// The end of a scan.
    enum Ending: Sendable, Equatable {
        case code(ScanResult)
        case failed(WalletCoreError.Code)
        case back, help
    }

    /// The state of the camera.
    private struct Watch: Sendable, Equatable {
        /// True while the light is on. A scan that begins again, after an interruption or the lock, begins without it.
        var isLit = false
        var ending: Ending?
    }

    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// - Parameter last: a code that is ignored until it has left the picture; nil for none.
    /// - Throws: `CancellationError`; the error of switching the light.
    func scan(ignoring last: ScannedCode?) async throws -> Ending {
        let watch = ObservedValue(Watch())
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await read(into: watch, ignoring: last) }
            defer { group.cancelAll() }
            return try await show(watch)
        }
    }

    /// Shows the picture until the scan ends or the user leaves. The light is switched without an interruption of the scan.
    private func show(_ watch: ObservedValue<Watch>) async throws -> Ending {
        var seen = Watch()
        var light = ScanQRCode.Light.off
        while true {
            let now = seen
            switch try await context.ui.show(ScanQRCode(light: light), orUntil: { _ = try await watch.next(otherThan: now) }) {
            case nil:
                seen = watch.value
                if let ending = seen.ending { return ending }
                light = .off
            case .toggleLight:
                let isWanted = light != .on
                let isOn = try await context.whenUnlocked { try await $0.setCameraLight(isWanted) }
                light = isOn ? .on : isWanted ? .missing : .off
                watch.change { $0.isLit = isOn }
                seen.isLit = isOn
            case .back:
                return .back
            case .help:
                return .help
            }
        }
    }

    /// Scans until there is a result. A scan that the system interrupts begins again when the app is back.
    private func read(into watch: ObservedValue<Watch>, ignoring last: ScannedCode?) async throws {
        var isFirst = true
        while true {
            let returns = context.supervision.presence.value.returns
            do {
                let result: ScanResult = try await context.whenUnlocked { core in
                    if !isFirst { watch.change { $0.isLit = false } }
                    isFirst = false
                    return try await core.scanCode(ignoring: last)
                }
                return watch.change { $0.ending = .code(result) }
            } catch let error where !(error is CancellationError) {
                // A killed process must not end the scan.
                try Task.checkCancellation()
                let code = (error as? WalletCoreError)?.code ?? .unexpected
                guard code == .camera(.interrupted), try await context.supervision.hasReturned(since: returns, by: context.steady) else {
                    return watch.change { $0.ending = .failed(code) }
                }
            }
        }
    }
}
