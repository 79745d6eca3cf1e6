// SPDX-License-Identifier: EUPL-1.2

import CZlib

/// DEFLATE in the ZLIB format (RFC 1950, RFC 1951), using the system library, with bounded output.
enum Zlib {
    /// Decompresses a stream.
    ///
    /// - Parameter maximumCount: maximum number of output bytes; memory use never exceeds it.
    /// - Throws: `StatusListRejection` with `tooLarge` if the output would be larger; with `compression` if the input is not exactly one
    ///   complete stream: truncated, damaged, with a preset dictionary, or followed by other bytes.
    static func inflate(_ bytes: [UInt8], maximumCount: Int) throws(StatusListRejection) -> [UInt8] {
        guard !bytes.isEmpty else { throw StatusListRejection(.compression) }
        // Most lists compress to a fraction of their size. Doubling costs at most as much again.
        var capacity = min(max(maximumCount, 1), max(4096, bytes.count * 4))
        while true {
            let (status, output, consumed) = attempt(bytes, capacity: capacity)
            if status == Z_BUF_ERROR, capacity < maximumCount {
                capacity = min(capacity * 2, maximumCount)
                continue
            }
            if status == Z_BUF_ERROR { throw StatusListRejection(.tooLarge) }
            guard status == Z_OK, consumed == bytes.count else { throw StatusListRejection(.compression) }
            guard output.count <= maximumCount else { throw StatusListRejection(.tooLarge) }
            return output
        }
    }

    private static func attempt(_ bytes: [UInt8], capacity: Int) -> (status: Int32, output: [UInt8], consumed: Int) {
        var produced = uLong(capacity)
        var consumed = uLong(bytes.count)
        var status = Z_OK
        let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            status = unsafe bytes.withUnsafeBufferPointer { source in
                unsafe uncompress2(buffer.baseAddress, &produced, source.baseAddress, &consumed)
            }
            count = status == Z_OK ? Int(produced) : 0
        }
        return (status, output, Int(consumed))
    }

    /// Compresses bytes at the highest level, which Token Status List §4.1 recommends.
    static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var produced = compressBound(uLong(bytes.count))
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(produced)) { buffer, count in
            let status = unsafe bytes.withUnsafeBufferPointer { source in
                unsafe compress2(buffer.baseAddress, &produced, source.baseAddress, uLong(bytes.count), Z_BEST_COMPRESSION)
            }
            // The buffer has the size that the library requires, so only a lack of memory can make this fail.
            precondition(status == Z_OK, "zlib has no memory")
            count = Int(produced)
        }
    }
}
