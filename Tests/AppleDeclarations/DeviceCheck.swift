// SPDX-License-Identifier: EUPL-1.2
// Declarations of the calls of Apple's DeviceCheck that the bridges use, from Apple's documentation.

public import Foundation

open class DCAppAttestService: NSObject {
    open class var shared: DCAppAttestService { fatalError() }
    open var isSupported: Bool { fatalError() }
    open func generateKey() async throws -> String { fatalError() }
    open func attestKey(_ keyId: String, clientDataHash: Data) async throws -> Data { fatalError() }
    open func generateAssertion(_ keyId: String, clientDataHash: Data) async throws -> Data { fatalError() }
}

public struct DCError: Error {
    public enum Code: Int, Sendable {
        case unknownSystemFailure, featureUnsupported, invalidInput, invalidKey, serverUnavailable
    }
    public var code: Code { fatalError() }
}
