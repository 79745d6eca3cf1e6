// SPDX-License-Identifier: EUPL-1.2
// Declarations of the calls of Apple's AVFoundation that the bridges use, from Apple's documentation.

public import Dispatch
public import Foundation

public struct AVMediaType: Hashable, Sendable { public static let video = AVMediaType() }

public enum AVAuthorizationStatus: Int, Sendable { case notDetermined, restricted, denied, authorized }

open class AVCaptureDevice: NSObject, @unchecked Sendable {
    public enum TorchMode: Int, Sendable { case off, on, auto }

    open class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? { fatalError() }
    open class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus { fatalError() }
    open class func requestAccess(for mediaType: AVMediaType) async -> Bool { fatalError() }
    open var hasTorch: Bool { fatalError() }
    open var torchMode: TorchMode {
        get { fatalError() }
        set { fatalError() }
    }
    open func lockForConfiguration() throws { fatalError() }
    open func unlockForConfiguration() { fatalError() }
}

open class AVCaptureInput: NSObject {}

open class AVCaptureDeviceInput: AVCaptureInput {
    public init(device: AVCaptureDevice) throws { fatalError() }
}

open class AVCaptureOutput: NSObject {}

open class AVCaptureConnection: NSObject {}

open class AVMetadataObject: NSObject {
    public struct ObjectType: Hashable, Sendable { public static let qr = ObjectType() }
}

open class AVMetadataMachineReadableCodeObject: AVMetadataObject { open var stringValue: String? { fatalError() } }

public protocol AVCaptureMetadataOutputObjectsDelegate: AnyObject {
    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject], from connection: AVCaptureConnection)
}

open class AVCaptureMetadataOutput: AVCaptureOutput {
    open func setMetadataObjectsDelegate(_ delegate: (any AVCaptureMetadataOutputObjectsDelegate)?, queue: DispatchQueue?) { fatalError() }
    open var availableMetadataObjectTypes: [AVMetadataObject.ObjectType] { fatalError() }
    open var metadataObjectTypes: [AVMetadataObject.ObjectType]? {
        get { fatalError() }
        set { fatalError() }
    }
}

open class AVCaptureSession: NSObject, @unchecked Sendable {
    public static let wasInterruptedNotification = Notification.Name("AVCaptureSessionWasInterrupted")
    public static let runtimeErrorNotification = Notification.Name("AVCaptureSessionRuntimeError")

    open var inputs: [AVCaptureInput] { fatalError() }
    open var outputs: [AVCaptureOutput] { fatalError() }
    open func canAddInput(_ input: AVCaptureInput) -> Bool { fatalError() }
    open func addInput(_ input: AVCaptureInput) { fatalError() }
    open func canAddOutput(_ output: AVCaptureOutput) -> Bool { fatalError() }
    open func addOutput(_ output: AVCaptureOutput) { fatalError() }
    open func beginConfiguration() { fatalError() }
    open func commitConfiguration() { fatalError() }
    open func startRunning() { fatalError() }
    open func stopRunning() { fatalError() }
}
