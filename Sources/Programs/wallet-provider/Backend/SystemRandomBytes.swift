// SPDX-License-Identifier: EUPL-1.2

/// That many bytes from the system's cryptographically secure source.
func systemRandomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}
