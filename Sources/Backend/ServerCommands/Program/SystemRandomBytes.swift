// SPDX-License-Identifier: EUPL-1.2

import Crypto

/// Returns that many bytes of the system's cryptographically secure random source.
@Sendable package func systemRandomBytes(_ count: Int) -> [UInt8] {
    // A single system call; `SystemRandomNumberGenerator` would make a call for every eight bytes.
    unsafe SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { unsafe Array($0) }
}
