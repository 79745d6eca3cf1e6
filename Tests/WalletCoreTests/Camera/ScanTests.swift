// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletInterface

@testable import WalletCore

/// The camera's calls of the core (UC9.9/1.1–1.4): an unlocked wallet, no network, one scan, and none under the lock.
@Suite(.timeLimit(.minutes(20)))
struct ScanTests {
    private static let text = "https://wallet.example/link/disclosure?client_id=a&session_type=cross_device"

    private let phone: Phone
    private let core: Core
    private let camera = ScriptedCamera()

    init() async throws {
        phone = try Phone()
        core = try await phone.registered(with: camera)
    }

    private func scan(ignoring last: ScannedCode? = nil) async throws -> ScanResult { try await core.scanCode(ignoring: last) }

    /// The code of the error of a scan; nil if it returned a result.
    private func error(_ result: () async throws -> ScanResult) async throws -> WalletCoreError.Code? {
        do {
            _ = try await result()
            return nil
        } catch let error as WalletCoreError {
            return error.code
        }
    }

    private func code(_ text: String = Self.text) throws -> ScannedCode { try #require(ScannedCode(text)) }

    @Test func `a link is returned with its code, without the network, and the code to ignore reaches the camera`() async throws {
        let (code, last) = (try self.code(), try self.code("read before"))
        let link = try #require(UniversalLink(recognising: Self.text, by: .embedded))
        phone.provider.forgetRequests()
        camera.end(.success(code))
        #expect(try await scan(ignoring: last) == .link(link, code))
        #expect(phone.provider.requestCount == 0)
        #expect(camera.script.value.ignored == [last] && camera.script.value.running == 0)
    }

    @Test func `what is read is judged and kept nowhere: no link is pending`() async throws {
        let redirect = try code("https://wallet.example/link/authentication?code=1")
        camera.end(.success(redirect))
        #expect(try await scan() == .notUsable(.notNow, redirect))
        camera.end(.success(try code()))
        _ = try await scan()
        #expect(try await core.pendingLink() == nil)
        #expect(try await core.sharingState() == .none)
    }

    // MARK: The lock

    @Test func `a locked wallet neither scans nor asks`() async throws {
        await core.lock()
        camera.end(.success(try code()))
        await expect(.locked) { try await core.scanCode(ignoring: nil) }
        await expect(.locked) { try await core.cameraPermission() }
        await expect(.locked) { try await core.requestCameraPermission() }
        await expect(.locked) { try await core.setCameraLight(true) }
        #expect(camera.script.value.ignored.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a lock during a scan ends it and switches the camera off, also if the wallet is open again`(isOpenAgain: Bool) async throws {
        async let ended = error { try await scan() }
        await camera.script.wait { $0.running == 1 }
        await core.lock()
        if isOpenAgain { #expect(try await core.unlock(pin: Phone.pin()) == .valid) }
        #expect(try await ended == .locked)
        #expect(camera.script.value.running == 0)
    }

    @Test func `a lock does not end the scan after the next unlock`() async throws {
        await core.lock()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        camera.end(.success(try code()))
        guard case .link = try await scan() else {
            Issue.record("no link")
            return
        }
    }

    // MARK: Other ends

    @Test func `a new scan ends the one before`() async throws {
        async let first = error { try await scan() }
        await camera.script.wait { $0.running == 1 }
        async let second = error { try await scan() }
        #expect(try await first == .camera(.interrupted))
        await camera.script.wait { $0.ignored.count == 2 && $0.running == 1 }
        camera.end(.success(try code()))
        #expect(try await second == nil)
    }

    @Test func `a cancelled scan ends, and the next one runs`() async throws {
        let caller = Task { try await error { try await scan() } }
        await camera.script.wait { $0.running == 1 }
        caller.cancel()
        #expect(try await caller.value == .camera(.interrupted))
        camera.end(.success(try code()))
        #expect(try await error { try await scan() } == nil)
    }

    private static let problems: [(CameraError, CameraProblem)] = [
        (.notAllowed, .notAllowed), (.unavailable, .unavailable), (.cancelled, .interrupted), (.interrupted, .interrupted),
        (.notAnswering, .failed), (.failed, .failed),
    ]

    @Test(arguments: problems)
    func `each error of the camera has its problem`(error: CameraError, problem: CameraProblem) async throws {
        camera.end(.failure(error))
        #expect(try await self.error { try await scan() } == .camera(problem))
    }

    // MARK: Permission and light

    @Test(arguments: CameraPermission.allCases)
    func `the permission is the phone's, before and after the question`(permission: CameraPermission) async throws {
        camera.script.change { ($0.permission, $0.answer) = (permission, .denied) }
        #expect(try await core.cameraPermission() == permission)
        #expect(try await core.requestCameraPermission() == .denied)
        camera.script.change { $0.answer = permission }
        #expect(try await core.requestCameraPermission() == permission)
        #expect(try await core.cameraPermission() == permission)
    }

    @Test func `the light is on during a scan only`() async throws {
        #expect(try await !core.setCameraLight(true))
        async let ended = error { try await scan() }
        await camera.script.wait { $0.running == 1 }
        #expect(try await core.setCameraLight(true))
        #expect(try await !core.setCameraLight(false))
        camera.end(.success(try code()))
        #expect(try await ended == nil)
    }
}
