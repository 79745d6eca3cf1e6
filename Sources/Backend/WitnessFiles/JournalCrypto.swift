// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM

/// What ties the blocks of a journal together: one HMAC-SHA-256 key, which the HSM makes from a text and which no file holds.
///
/// It is asked for once, at the start; a journal costs the HSM nothing while it is written.
struct JournalCrypto: Sendable {
    private let key: SymmetricKey

    /// Asks the HSM for the key.
    init(_ hsm: any HSM) async throws(HSMError) {
        key = SymmetricKey(data: try await hsm.authenticationCode(over: Array("witness journal 1".utf8), for: .witness))
    }

    /// What a journal's first block comes after.
    static let start = [UInt8](repeating: 0, count: SHA256.byteCount)

    /// The head of a block: `WJ01`, the number, the length of its content, and eight bytes that vouch for these.
    func head(number: UInt64, length: Int) -> [UInt8] {
        let plain = Array("WJ01".utf8) + bigEndian(number, 8) + bigEndian(UInt64(length), 4)
        return plain + HMAC<SHA256>.authenticationCode(for: Array("head".utf8) + plain, using: key).prefix(8)
    }

    /// What a block ends with: over the former block's, the head and the content.
    func seal(after former: [UInt8], head: [UInt8], content: some Sequence<UInt8>) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array("block".utf8) + former + head + Array(content), using: key))
    }

    static let headLength = 24
    static let sealLength = SHA256.byteCount

    /// Where in a head the length stands.
    static let lengthPlace = 12..<16

    /// The length that stands in a head.
    static func length(in head: ArraySlice<UInt8>) -> Int {
        head.dropFirst(lengthPlace.lowerBound).prefix(lengthPlace.count).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The number that stands in a head.
    static func number(in head: ArraySlice<UInt8>) -> UInt64 {
        head.dropFirst(4).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

private func bigEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
}
