// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM

/// The HMAC-SHA-256 key that chains the blocks of a journal. The HSM derives it from a constant text; no file contains it.
///
/// The key is fetched once, at the start, so writing a journal costs no HSM calls.
struct JournalCrypto: Sendable {
    private let key: SymmetricKey

    /// Fetches the key from the HSM.
    init(_ hsm: any HSM) async throws(HSMError) {
        key = SymmetricKey(data: try await hsm.authenticationCode(over: Array("witness journal 1".utf8), for: .witness))
    }

    /// The seal before a journal's first block.
    static let start = [UInt8](repeating: 0, count: SHA256.byteCount)

    /// Returns the header of a block: `WJ01`, the block's number, the length of its content, and an eight-byte HMAC of these.
    func header(number: UInt64, length: Int) -> [UInt8] {
        let plain = Array("WJ01".utf8) + bigEndian(number, 8) + bigEndian(UInt64(length), 4)
        return plain + HMAC<SHA256>.authenticationCode(for: Array("head".utf8) + plain, using: key).prefix(8)
    }

    /// Returns the seal at the end of a block: an HMAC of the previous seal, the header and the content.
    func seal(after former: [UInt8], header: [UInt8], content: some Sequence<UInt8>) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array("block".utf8) + former + header + Array(content), using: key))
    }

    static let headerLength = 24
    static let sealLength = SHA256.byteCount

    /// The position of the length in a header.
    static let lengthPlace = 12..<16

    /// Returns the content length in a header.
    static func length(in header: ArraySlice<UInt8>) -> Int {
        header.dropFirst(lengthPlace.lowerBound).prefix(lengthPlace.count).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns the block number in a header.
    static func number(in header: ArraySlice<UInt8>) -> UInt64 {
        header.dropFirst(4).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

private func bigEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
}
