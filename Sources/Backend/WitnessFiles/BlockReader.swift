// SPDX-License-Identifier: EUPL-1.2

import HSM
import WalletProvider

/// Reads one journal file block by block, and accepts only sealed blocks.
struct BlockReader {
    /// The end of the valid part of a file.
    struct End: Sendable, Hashable {
        /// The length of the valid part, in bytes.
        var length: Int
        /// The seal of the last valid block.
        var seal: [UInt8]
        /// The number of the next block.
        var number: UInt64
        /// True if a partial block follows, left by a crash or still being written.
        var isTorn = false

        /// Returns the position before the first block of a file.
        static func start(after seal: [UInt8]) -> End { End(length: 0, seal: seal, number: 0) }
    }

    let crypto: JournalCrypto
    /// The path, for error messages.
    let path: String

    /// Passes on the content of every block in order, with the position after the block.
    ///
    /// - Parameters:
    ///   - bytes: the file's bytes from the start position on.
    ///   - start: the position before these bytes. For a whole file, its length is 0 and its seal is the previous file's.
    ///   - mayBeTorn: true if the file may end with a partial block left by a crash.
    /// - Throws: `AccountStoreError` with `journalDamaged`; the error of `body`.
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
            let whole = JournalCrypto.headerLength + content.count + JournalCrypto.sealLength
            end = End(length: end.length + whole, seal: seal, number: end.number + 1)
            try body(content, end)
        }
        return end
    }

    /// - Returns: the next block's content and seal; nil if the block is incomplete.
    private func block(_ rest: ArraySlice<UInt8>, after end: End) -> (content: ArraySlice<UInt8>, seal: [UInt8])? {
        let header = rest.prefix(JournalCrypto.headerLength)
        guard header.count == JournalCrypto.headerLength else { return nil }
        let length = JournalCrypto.length(in: header)
        let whole = JournalCrypto.headerLength + length + JournalCrypto.sealLength
        guard Array(header) == crypto.header(number: end.number, length: length), rest.count >= whole else { return nil }
        let content = rest.dropFirst(JournalCrypto.headerLength).prefix(length)
        let seal = crypto.seal(after: end.seal, header: Array(header), content: content)
        guard isEqualInConstantTime(seal, Array(rest.prefix(whole).suffix(JournalCrypto.sealLength))) else { return nil }
        return (content, seal)
    }

    private func damaged(_ number: UInt64) -> AccountStoreError {
        AccountStoreError(.journalDamaged, "\(path): block \(number) is not what was written here with these keys")
    }
}
