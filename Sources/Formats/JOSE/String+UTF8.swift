// SPDX-License-Identifier: EUPL-1.2

extension String {
    /// The text of bytes in UTF-8; nil when they are not that.
    init?(utf8 bytes: ArraySlice<UInt8>) {
        let bits = unsafe bytes.withUnsafeBufferPointer { bytes in unsafe bytes.reduce(0 as UInt8) { $0 | $1 } }
        if bits < 0x80 {
            // Nothing can be wrong with ASCII, and the library is quicker with a text that it need not refuse.
            self = String(decoding: bytes, as: UTF8.self)
        } else {
            self.init(validating: bytes, as: UTF8.self)
        }
    }
}
