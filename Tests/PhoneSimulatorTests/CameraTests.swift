// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing

@testable import PhoneSimulator

@Suite(.timeLimit(.minutes(20))) struct CameraTests {
    private let directory = TestDirectory()
    private let device: SimulatedDevice
    private let camera = DeviceCamera()
    private let bridge: SimulatedCamera

    init() throws {
        device = try SimulatedDevice(in: try StateDirectory(directory.path).path)
        bridge = SimulatedCamera(device: device, camera: camera)
        camera.setAppOnGlass(true)
    }

    /// Requests permission; `operate` acts as the person once the system asks.
    private func asked(_ bridge: SimulatedCamera, _ operate: @Sendable (DeviceCamera) -> Void) async -> CameraPermission {
        await withTaskGroup { group in
            group.addTask { await bridge.requestPermission() }
            for await status in bridge.camera.statusChanges() where status.isAsking { break }
            operate(bridge.camera)
            return await group.next() ?? .unavailable
        }
    }

    /// Scans; `operate` acts as the person once the camera is on.
    private func scanned(
        ignoring last: ScannedCode? = nil, _ operate: @escaping @Sendable (DeviceCamera) async throws -> Void
    ) async throws -> Result<ScannedCode, CameraError> {
        try await withThrowingTaskGroup(of: Result<ScannedCode, CameraError>.self) { [bridge, camera] group in
            group.addTask {
                do throws(CameraError) {
                    return .success(try await bridge.scan(ignoring: last))
                } catch {
                    return .failure(error)
                }
            }
            for await status in camera.statusChanges() where status.isOn { break }
            try await operate(camera)
            return try #require(try await group.next())
        }
    }

    @Test func `an iPhone asks once, and an Android phone once more after a refusal`() async throws {
        #expect(await asked(bridge, { $0.answer(allows: false) }) == .denied)
        #expect(await bridge.requestPermission() == .denied)
        let other = TestDirectory()
        defer { withExtendedLifetime(other) {} }
        let phone = try SimulatedDevice(in: try StateDirectory(other.path).path, kind: .android)
        let android = SimulatedCamera(device: phone, camera: camera)
        #expect(await asked(android, { $0.answer(allows: false) }) == .undetermined)
        #expect(await asked(android, { $0.answer(allows: false) }) == .denied)
        #expect(await android.requestPermission() == .denied)
    }

    @Test func `an allowed camera stays allowed until the app is installed anew`() async throws {
        #expect(await asked(bridge, { $0.answer(allows: true) }) == .granted)
        #expect(try SimulatedDevice(in: try StateDirectory(directory.path).path).settings.camera == .granted)
        try device.reinstallApp()
        #expect(await bridge.permission() == .undetermined)
        try device.change { $0.camera = .restricted }
        try device.reinstallApp()
        #expect(await bridge.permission() == .restricted)
    }

    @Test func `a question that the app leaves decides nothing, and no answer is taken without one`() async {
        #expect(await asked(bridge, { $0.setAppOnGlass(false) }) == .undetermined)
        #expect(!camera.answer(allows: true))
        #expect(await bridge.requestPermission() == .undetermined)
    }

    @Test(arguments: CameraAccess.allCases)
    func `only an allowed camera scans`(_ access: CameraAccess) async throws {
        try device.change { $0.camera = access }
        try await camera.look(at: QRPictureTests.picture("link"))
        if access == .granted {
            #expect(try await bridge.scan(ignoring: nil).text.hasPrefix("https://app.example/"))
        } else {
            await #expect(throws: access == .noCamera ? CameraError.unavailable : .notAllowed) { try await bridge.scan(ignoring: nil) }
        }
    }

    @Test func `a code is read when it comes, and the same one only after it has left`() async throws {
        try device.change { $0.camera = .granted }
        let picture = try QRPictureTests.picture("conformance-1")
        let code = try await scanned { try await $0.look(at: picture) }.get()
        #expect(code.text == "conformance code 1")
        let again = try await scanned(ignoring: code) { camera in
            try await camera.look(at: picture)
            #expect(camera.status.isOn)
            camera.lookAway()
            try await camera.look(at: picture)
        }
        #expect(try again.get() == code)
        #expect(!camera.status.isOn)
    }

    @Test func `a picture that cannot be read changes nothing`() async throws {
        try await camera.look(at: QRPictureTests.picture("conformance-both"))
        #expect(camera.status.codeCount == 2)
        await #expect(throws: CameraPictureError.unreadable) { try await camera.look(at: [1, 2, 3]) }
        let huge = try QRPictureTests.picture("huge")
        await #expect(throws: CameraPictureError.tooLarge) { try await camera.look(at: huge) }
        #expect(camera.status.codeCount == 2)
    }

    @Test func `several pictures are seen as one, and those that cannot be read show nothing`() async throws {
        let (link, both) = (try QRPictureTests.picture("link"), try QRPictureTests.picture("conformance-both"))
        #expect(await camera.look(atAll: [[1, 2, 3], link, link]) == 1)
        #expect(camera.status.codeCount == 1)
        #expect(await camera.look(atAll: [link, both]) == 3)
        #expect(camera.status.codeCount == 3)
        #expect(await camera.look(atAll: []) == 0)
        #expect(camera.status.codeCount == 0)
    }

    @Test func `the light burns during a scan only`() async throws {
        try device.change { $0.camera = .granted }
        #expect(await !bridge.setLight(true))
        let end = try await scanned { [bridge] camera in
            #expect(await bridge.setLight(true))
            #expect(camera.status.isLightOn)
            camera.setAppOnGlass(false)
        }
        #expect(end == .failure(.interrupted))
        #expect(!camera.status.isLightOn)
    }

    @Test func `the text of a code is in no description`() throws {
        let code = try #require(ScannedCode("secret"))
        var dumped = ""
        dump(code, to: &dumped)
        for text in ["\(code)", String(reflecting: code), dumped, "\([code])"] { #expect(!text.contains("secret")) }
        #expect(ScannedCode("") == nil)
        #expect(ScannedCode(String(repeating: "a", count: ScannedCode.maximumBytes)) != nil)
        #expect(ScannedCode(String(repeating: "a", count: ScannedCode.maximumBytes + 1)) == nil)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ScannedCode.self, from: Data("\"\"".utf8)) }
    }
}
