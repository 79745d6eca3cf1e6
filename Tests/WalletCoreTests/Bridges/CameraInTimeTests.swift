// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing

@testable import WalletCore

/// A scan, which has no limit.
@Suite(.timeLimit(.minutes(20)))
struct CameraInTimeTests {
    private let clock = PhoneClock()

    private static func error(of camera: CameraInTime) async -> CameraError? {
        do throws(CameraError) {
            _ = try await camera.scan(ignoring: nil)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a code that is read is returned, and an error of the camera as well`() async throws {
        let camera = CameraInTime(bridge: FakeCamera(), calls: BridgeCalls(clock))
        #expect(try await camera.scan(ignoring: nil).text == "code")
        await #expect(throws: CameraError.failed) { try await camera.scan(ignoring: ScannedCode("code")) }
        #expect(await Self.error(of: CameraInTime(bridge: NoCamera(), calls: BridgeCalls(clock))) == .unavailable)
    }

    @Test func `a scan that hears its cancellation ends at once, with no sleeper behind it`() async {
        let bridge = HangingCamera(isDeaf: false)
        let camera = CameraInTime(bridge: bridge, calls: BridgeCalls(clock))
        let caller = Task { await Self.error(of: camera) }
        await bridge.begun.wait()
        #expect(clock.sleepers.isEmpty, "a scan has no limit")
        caller.cancel()
        #expect(await caller.value == .cancelled)
    }

    @Test func `a scan that does not hear its cancellation is left five seconds later, and its code is nobody's`() async {
        let bridge = HangingCamera(isDeaf: true)
        let camera = CameraInTime(bridge: bridge, calls: BridgeCalls(clock))
        let start = clock.steadyNow
        let caller = Task { await Self.error(of: camera) }
        await bridge.begun.wait()
        caller.cancel()
        for half in [2.5, 5] {
            await clock.hasSleepers(until: start.addingTimeInterval(half))
            clock.advance(by: 2.5)
        }
        #expect(await caller.value == .cancelled)
        bridge.end.set()
    }

    @Test func `a code that is read in the moment of the cancellation is not returned`() async {
        let bridge = HangingCamera(isDeaf: true)
        let camera = CameraInTime(bridge: bridge, calls: BridgeCalls(clock))
        let caller = Task { await Self.error(of: camera) }
        await bridge.begun.wait()
        caller.cancel()
        bridge.end.set()
        #expect(await caller.value == .cancelled)
    }
}

/// A camera that sees its code at the end only.
private struct HangingCamera: CameraBridge {
    let isDeaf: Bool
    let begun = Signal()
    let end = Signal()

    func permission() async -> CameraPermission { .granted }
    func requestPermission() async -> CameraPermission { .granted }
    func setLight(_ isOn: Bool) async -> Bool { false }

    func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode {
        begun.set()
        if isDeaf {
            await Task { await end.wait() }.value
        } else {
            await end.wait()
            if Task.isCancelled { throw .cancelled }
        }
        guard let code = ScannedCode("late") else { throw .failed }
        return code
    }
}
