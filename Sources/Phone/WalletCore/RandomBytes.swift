// SPDX-License-Identifier: EUPL-1.2

/// Random bytes from the operating system's cryptographically secure generator.
///
/// - Parameter count: how many, 0 or more.
/// - Returns: exactly that many bytes.
@Sendable
package func systemRandomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in generator.next() }
}
