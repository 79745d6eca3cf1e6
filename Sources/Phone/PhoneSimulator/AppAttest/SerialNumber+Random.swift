// SPDX-License-Identifier: EUPL-1.2

import X509

extension Certificate.SerialNumber {
    /// Generates a positive serial number of 16 bytes (RFC 5280, section 4.1.2.2) with 126 random bits.
    static func random(using generator: inout some RandomNumberGenerator) -> Certificate.SerialNumber {
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        bytes[0] = bytes[0] & 0x7f | 0x40
        return Certificate.SerialNumber(bytes: bytes)
    }
}
