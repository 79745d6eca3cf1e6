// SPDX-License-Identifier: EUPL-1.2

extension String {
    /// Decodes UTF-8; nil if the bytes are not valid UTF-8.
    package init?(utf8 bytes: ArraySlice<UInt8>) {
        let bits = unsafe bytes.withUnsafeBufferPointer { bytes in unsafe bytes.reduce(0 as UInt8) { $0 | $1 } }
        if bits < 0x80 {
            // ASCII is always valid, and the initialiser without validation is faster.
            self = String(decoding: bytes, as: UTF8.self)
        } else {
            self.init(validating: bytes, as: UTF8.self)
        }
    }
}
