// SPDX-License-Identifier: EUPL-1.2

#if canImport(AVFoundation)

public import AVFoundation
import Dispatch
public import PlatformSupport

/// The camera of an iPhone, which finds QR codes itself (AVFoundation). The app's `Info.plist` needs `NSCameraUsageDescription`.
///
/// iOS asks once; after a refusal only its settings help, and iOS then ends the app.
public actor AppleCamera: CameraBridge {
    /// The session that the app shows during a scan, in a preview layer of AVFoundation.
    public nonisolated let session = AVCaptureSession()

    private let output = AVCaptureMetadataOutput()
    private let queue = DispatchQueue(label: "wallet.camera")
    private var device: AVCaptureDevice?
    private var present: AppleScan?

    /// Creates the bridge. The camera stays off.
    public init() {}

    /// Returns the permission as iOS knows it.
    public func permission() -> CameraPermission {
        guard AVCaptureDevice.default(for: .video) != nil else { return .unavailable }
        switch AVCaptureDevice.authorizationStatus(for: .video) {
        case .notDetermined: return .undetermined
        case .denied: return .denied
        case .authorized: return .granted
        default: return .restricted
        }
    }

    /// Shows the question of iOS, once for an installation.
    public func requestPermission() async -> CameraPermission {
        guard permission() == .undetermined else { return permission() }
        _ = await AVCaptureDevice.requestAccess(for: .video)
        return permission()
    }

    /// Runs the session until it finds the code.
    ///
    /// - Throws: `CameraError`.
    public func scan(ignoring last: ScannedCode?) async throws(CameraError) -> ScannedCode {
        switch permission() {
        case .granted: break
        case .unavailable: throw .unavailable
        default: throw .notAllowed
        }
        try prepare()
        present?.end(.failure(.cancelled))
        let scan = AppleScan(ignoring: last)
        present = scan
        output.setMetadataObjectsDelegate(scan, queue: queue)
        // Starting blocks until the camera is on.
        queue.async { [session] in session.startRunning() }
        let result = await scan.result(of: session)
        // A scan that began since keeps the camera.
        if present === scan { stop() }
        return try result.get()
    }

    /// Switches the torch during a scan.
    public func setLight(_ isOn: Bool) -> Bool {
        guard let device, device.hasTorch, present != nil, (try? device.lockForConfiguration()) != nil else { return false }
        defer { device.unlockForConfiguration() }
        device.torchMode = isOn ? .on : .off
        return isOn
    }

    /// Connects the camera with the finder of codes, once.
    private func prepare() throws(CameraError) {
        guard device == nil else { return }
        guard let found = AVCaptureDevice.default(for: .video), let input = try? AVCaptureDeviceInput(device: found) else {
            throw .unavailable
        }
        session.beginConfiguration()
        defer { session.commitConfiguration() }
        if session.inputs.isEmpty, session.canAddInput(input) { session.addInput(input) }
        if session.outputs.isEmpty, session.canAddOutput(output) { session.addOutput(output) }
        guard output.availableMetadataObjectTypes.contains(.qr) else { throw .failed }
        output.metadataObjectTypes = [.qr]
        device = found
    }

    private func stop() {
        _ = setLight(false)
        present = nil
        output.setMetadataObjectsDelegate(nil, queue: nil)
        queue.async { [session] in session.stopRunning() }
    }
}

#endif
