// SPDX-License-Identifier: EUPL-1.2

import CPKCS11

/// An attribute of an object on the token; `CK_ATTRIBUTE` as a value type.
package struct ObjectAttribute: Sendable, Hashable {
    /// The attribute type: one of the constants `CKA_…`.
    package let type: UInt
    /// The bytes in PKCS#11's format: a `CK_ULONG` in native byte order, a `CK_BBOOL` as one byte.
    package let value: [UInt8]

    package init(_ type: UInt, bytes value: [UInt8]) {
        self.type = type
        self.value = value
    }

    package init(_ type: UInt, _ value: Bool) {
        self.init(type, bytes: [value ? 1 : 0])
    }

    package init(_ type: UInt, _ value: UInt) {
        let width = UInt.bitWidth / 8
        let littleEndian = (0..<width).map { UInt8(truncatingIfNeeded: value >> UInt($0 * 8)) }
        self.init(type, bytes: UInt(littleEndian: 1) == 1 ? littleEndian : littleEndian.reversed())
    }
}
