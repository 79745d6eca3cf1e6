// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The policy for new PINs (PF2.9/1.2). It judges new PINs only: an existing PIN keeps working when the policy changes.
///
/// The policy refuses one digit six times (10 PINs), a straight run up or down without wrapping (10), a pair three times or a triple twice
/// (1,080), and the PINs of ``CommonPINs``.
enum PINPolicy {
    /// Returns the reason that a PIN is too simple; nil for an acceptable PIN.
    ///
    /// - Parameter digits: six ASCII digits.
    static func violation(of digits: [UInt8]) -> PINPolicyViolation? {
        if Set(digits).count == 1 { return .oneDigit }
        if isRun(digits, step: 1) || isRun(digits, step: -1) { return .run }
        if repeats(digits, every: 2) || repeats(digits, every: 3) { return .repetition }
        if CommonPINs.contains(digits) { return .common }
        return nil
    }

    private static func isRun(_ digits: [UInt8], step: Int) -> Bool {
        zip(digits, digits.dropFirst()).allSatisfy { Int($1) - Int($0) == step }
    }

    private static func repeats(_ digits: [UInt8], every length: Int) -> Bool {
        zip(digits, digits.dropFirst(length)).allSatisfy { $0 == $1 }
    }
}
