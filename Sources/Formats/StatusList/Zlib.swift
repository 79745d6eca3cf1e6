// SPDX-License-Identifier: EUPL-1.2

import CZlib

/// DEFLATE in the ZLIB format (RFC 1950, RFC 1951) by the system's library, with a bound on what comes out.
enum Zlib {
    /// What a stream holds.
    ///
    /// - Parameter maximumCount: the most bytes that may come out; memory never grows beyond that, whatever the stream promises.
    /// - Throws: `StatusListRejection` with `tooLarge` when more would come out; with `compression` for anything but exactly one whole
    ///   stream: truncated, damaged, with a preset dictionary, or with bytes behind its end.
    static func inflate(_ bytes: [UInt8], maximumCount: Int) throws(StatusListRejection) -> [UInt8] {
        guard !bytes.isEmpty else { throw StatusListRejection(.compression) }
        // Most lists shrink to a fraction. Growing by doubling costs at most as much again.
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

    /// The stream of `bytes`, as small as the library makes it (Token Status List §4.1 asks for the highest level).
    static func deflate(_ bytes: [UInt8]) -> [UInt8] {
        var produced = compressBound(uLong(bytes.count))
        return unsafe [UInt8](unsafeUninitializedCapacity: Int(produced)) { buffer, count in
            let status = unsafe bytes.withUnsafeBufferPointer { source in
                unsafe compress2(buffer.baseAddress, &produced, source.baseAddress, uLong(bytes.count), Z_BEST_COMPRESSION)
            }
            // Nothing but a lack of memory is left to go wrong: the buffer is as large as the library asked for.
            precondition(status == Z_OK, "zlib has no memory")
            count = Int(produced)
        }
    }
}
