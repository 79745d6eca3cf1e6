// SPDX-License-Identifier: EUPL-1.2

#if canImport(LocalAuthentication)

import Foundation
import LocalAuthentication
import PlatformSupport
import Security

/// Face ID or Touch ID of an iPhone, with a key in the Secure Enclave. The key becomes unusable when the enrolled faces or fingers change.
///
/// One call is one prompt of iOS, with its own tries. iOS reports how a prompt ended but not its messages, so the results have no messages.
actor SecureEnclaveBiometrics: BiometricsBridge {
    private static let keyName = "biometric"
    private static let policy = LAPolicy.deviceOwnerAuthenticationWithBiometrics

    private let keys: SecureEnclaveKeys
    /// The state of the enrolment when the key was made. With it a changed enrolment is known without a prompt.
    private let enrolments: KeychainItems
    /// The context of the present prompt.
    private var prompted: LAContext?

    /// - Parameter accessGroup: the keychain group of the app and its extensions; nil for the app alone.
    init(accessGroup: String? = nil) {
        keys = SecureEnclaveKeys(label: "wallet.biometric-key", accessGroup: accessGroup)
        enrolments = KeychainItems(service: "wallet.biometric-enrolment", accessGroup: accessGroup)
    }

    func availability() -> BiometricAvailability { sensor() ?? .unsupported }

    /// The state of the sensor; nil if the system names another cause, which does not show that there is no sensor.
    private func sensor() -> BiometricAvailability? {
        let context = LAContext()
        var error: NSError?
        let isAvailable = unsafe context.canEvaluatePolicy(Self.policy, error: &error)
        let cause = error.flatMap { LAError.Code(rawValue: $0.code) }
        if cause == .biometryNotAvailable { return .unsupported }
        let kind: BiometricKind
        switch context.biometryType {
        case .faceID: kind = .faceID
        case .touchID: kind = .touchID
        default: return nil
        }
        if isAvailable { return .available(kind) }
        switch cause {
        case .biometryNotEnrolled, .passcodeNotSet: return .notEnrolled(kind)
        case .biometryLockout: return .lockedOut(kind)
        default: return nil
        }
    }

    func makeKey() throws(BiometricsError) -> [UInt8] {
        guard enrolments.isAccessible else { throw .notAvailableYet }
        guard case .available = availability(), let state = enrolment() else { throw .unavailable }
        deleteKey()
        guard let key = keys.make(Self.keyName, flags: .biometryCurrentSet), enrolments.set(state, for: Self.keyName),
            let publicKey = SecKeyCopyPublicKey(key), let bytes = SecKeyCopyExternalRepresentation(publicKey, nil)
        else {
            deleteKey()
            throw .failed
        }
        return Array(bytes as Data)
    }

    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult {
        BiometricPromptResult(await ending(of: prompt, over: nonce))
    }

    private func ending(of prompt: BiometricPrompt, over nonce: [UInt8]) async -> BiometricPromptEnding {
        guard enrolments.isAccessible else { return .notAvailableYet }
        let enrolled: [UInt8]
        switch enrolments.value(of: Self.keyName) {
        case .value(let state): enrolled = state
        case .missing: return .unavailable
        case .failed: return .failed
        }
        switch sensor() {
        case nil: return .failed
        case .lockedOut: return .lockedOut
        case .unsupported: return .unavailable
        case .notEnrolled: return enrolmentHasChanged()
        case .available: if enrolment() != enrolled { return enrolmentHasChanged() }
        }
        return await withTaskGroup { group in
            let context = LAContext()
            // iOS shows this button after a mismatch. It has no place for the prompt's title.
            context.localizedFallbackTitle = prompt.fallback
            prompted = context
            group.addTask { await self.closePromptWhenCancelled() }
            let ending = await ending(in: context, reason: prompt.reason, over: nonce)
            group.cancelAll()
            return ending
        }
    }

    private func ending(in context: LAContext, reason: String, over nonce: [UInt8]) async -> BiometricPromptEnding {
        let (isMatch, error) = await withCheckedContinuation { continuation in
            context.evaluatePolicy(Self.policy, localizedReason: reason) { isMatch, error in
                continuation.resume(returning: (isMatch, error))
            }
        }
        if isMatch { return signature(over: nonce, with: context) }
        return Task.isCancelled ? .cancelled : Self.ending(of: error)
    }

    /// Waits for the end of the scan or its caller, and closes the prompt if it is still there.
    private func closePromptWhenCancelled() async {
        let (never, continuation) = AsyncStream<Never>.makeStream()
        for await _ in never {}
        continuation.finish()
        prompted?.invalidate()
        prompted = nil
    }

    func deleteKey() {
        keys.delete(Self.keyName)
        enrolments.remove(Self.keyName)
    }

    /// Signs with a context that has matched, so that the system does not prompt again.
    private func signature(over nonce: [UInt8], with context: LAContext) -> BiometricPromptEnding {
        switch keys.find(Self.keyName, context: context) {
        case .found(let key):
            guard let signature = SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA256, Data(nonce) as CFData, nil)
            else { return endingWithoutSignature() }
            return .signed(Array(signature as Data))
        // The Secure Enclave removes the key of a former enrolment.
        case .missing: return enrolmentHasChanged()
        case .notAvailableYet: return .notAvailableYet
        case .failed: return .failed
        }
    }

    /// The ending after a match without a signature. Unless the enrolment changed during the prompt, the hardware failed, and the key
    /// stays.
    private func endingWithoutSignature() -> BiometricPromptEnding {
        guard case .value(let enrolled) = enrolments.value(of: Self.keyName), enrolled != enrolment() else { return .failed }
        return enrolmentHasChanged()
    }

    private func enrolmentHasChanged() -> BiometricPromptEnding {
        deleteKey()
        return .enrolmentChanged
    }

    /// The system's digest of the present enrolment; nil if nothing is enrolled.
    private func enrolment() -> [UInt8]? {
        LAContext().domainState.biometry.stateHash.map(Array.init)
    }

    private static func ending(of error: (any Error)?) -> BiometricPromptEnding {
        switch (error as? LAError)?.code {
        case .authenticationFailed: .notRecognised
        case .userCancel: .cancelled
        case .userFallback: .fallback
        case .systemCancel, .appCancel, .notInteractive, .invalidContext: .interrupted
        case .biometryLockout: .lockedOut
        case .biometryNotAvailable, .biometryNotEnrolled, .passcodeNotSet: .unavailable
        // An unknown error does not show that the key is lost.
        default: .failed
        }
    }
}

#endif
