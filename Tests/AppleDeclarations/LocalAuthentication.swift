// SPDX-License-Identifier: EUPL-1.2
// Declarations of the calls of Apple's LocalAuthentication that the bridges use, from Apple's documentation.

public import Foundation

public enum LAPolicy: Int, Sendable { case deviceOwnerAuthenticationWithBiometrics = 1 }

public enum LABiometryType: Int, Sendable { case none, touchID, faceID, opticID = 4 }

open class LAContext: NSObject {
    open var biometryType: LABiometryType { fatalError() }
    open var domainState: LADomainState { fatalError() }
    open var localizedFallbackTitle: String?
    open func canEvaluatePolicy(_ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?) -> Bool { fatalError() }
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        fatalError()
    }
    open func invalidate() { fatalError() }
}

public final class LADomainState { public var biometry: LADomainStateBiometry { fatalError() } }

public final class LADomainStateBiometry { public var stateHash: Data? { fatalError() } }

public struct LAError: Error {
    public enum Code: Int, Sendable {
        case authenticationFailed = -1, userCancel = -2, userFallback = -3, systemCancel = -4, passcodeNotSet = -5
        case biometryNotAvailable = -6, biometryNotEnrolled = -7, biometryLockout = -8, appCancel = -9, invalidContext = -10
        case notInteractive = -1004
    }
    public var code: Code { fatalError() }
}
