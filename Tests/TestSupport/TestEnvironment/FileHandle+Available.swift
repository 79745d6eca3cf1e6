// SPDX-License-Identifier: EUPL-1.2

package import Foundation

extension FileHandle {
    /// Waits for data and returns the data that has arrived; empty at the end of the file.
    ///
    /// Foundation's `availableData` ends the process after an error, for example when the other end resets the connection. Its
    /// `read(upToCount:)` waits until it has all bytes.
    ///
    /// - Throws: `POSIXError`.
    package func readAvailable() throws -> Data {
        var buffer = Data(count: 1 << 16)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Foundation.read(fileDescriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return buffer.prefix(count) }
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
    }
}
