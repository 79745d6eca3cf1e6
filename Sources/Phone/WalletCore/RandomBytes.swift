// SPDX-License-Identifier: EUPL-1.2

import Crypto

/// Returns random bytes from the operating system's cryptographically secure generator.
///
/// - Parameter count: the number of bytes, 0 or more.
/// - Returns: exactly that many bytes.
@Sendable
package func systemRandomBytes(_ count: Int) -> [UInt8] {
    // A new key needs a single system call; `SystemRandomNumberGenerator` makes a call for every eight bytes.
    unsafe SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { unsafe Array($0) }
}
