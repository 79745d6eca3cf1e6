// SPDX-License-Identifier: EUPL-1.2

import HSM
import WalletProvider

/// Reads one file of a journal, block by block, and believes nothing that is not sealed.
struct BlockReader {
    /// How far a file is good.
    struct End: Sendable, Hashable {
        /// The length of what stands, in bytes.
        var length: Int
        /// The seal of the last block that stands.
        var seal: [UInt8]
        /// The number of the next block.
        var number: UInt64
        /// Whether something follows that a crash left, or that is just being written: a part of one block.
        var isTorn = false

        /// Before the first block of a file.
        static func start(after seal: [UInt8]) -> End { End(length: 0, seal: seal, number: 0) }
    }

    let crypto: JournalCrypto
    /// For errors.
    let path: String

    /// Hands over the content of every block, in order, with where the file stands behind it.
    ///
    /// - Parameters:
    ///   - bytes: the file from the start's length on.
    ///   - start: what stands before; of a whole file, nothing, and the seal that its first block comes after.
    ///   - mayBeTorn: the file may end with what a crash left of its last block.
    /// - Throws: `AccountStoreError` with `journalDamaged`; what `body` throws.
    func read(
        _ bytes: [UInt8], from start: End, mayBeTorn: Bool, _ body: (ArraySlice<UInt8>, End) throws(AccountStoreError) -> Void
    ) throws(AccountStoreError) -> End {
        var end = start
        end.isTorn = false
        while end.length - start.length < bytes.count {
            let rest = bytes[(end.length - start.length)...]
            guard let (content, seal) = block(rest, after: end) else {
                let torn = TornBlock(crypto: crypto, number: end.number, offset: end.length, rest: rest)
                guard mayBeTorn, torn.isTorn else { throw damaged(end.number) }
                end.isTorn = true
                return end
            }
            let whole = JournalCrypto.headLength + content.count + JournalCrypto.sealLength
            end = End(length: end.length + whole, seal: seal, number: end.number + 1)
            try body(content, end)
        }
        return end
    }

    /// - Returns: the next block's content and seal; nil when it is not whole.
    private func block(_ rest: ArraySlice<UInt8>, after end: End) -> (content: ArraySlice<UInt8>, seal: [UInt8])? {
        let head = rest.prefix(JournalCrypto.headLength)
        guard head.count == JournalCrypto.headLength else { return nil }
        let length = JournalCrypto.length(in: head)
        let whole = JournalCrypto.headLength + length + JournalCrypto.sealLength
        guard Array(head) == crypto.head(number: end.number, length: length), rest.count >= whole else { return nil }
        let content = rest.dropFirst(JournalCrypto.headLength).prefix(length)
        let seal = crypto.seal(after: end.seal, head: Array(head), content: content)
        guard isEqualInConstantTime(seal, Array(rest.prefix(whole).suffix(JournalCrypto.sealLength))) else { return nil }
        return (content, seal)
    }

    private func damaged(_ number: UInt64) -> AccountStoreError {
        AccountStoreError(.journalDamaged, "\(path): block \(number) is not what was written here with these keys")
    }
}
