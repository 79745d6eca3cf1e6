// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// Room on the disk that is kept for erasing. A phone may be full just when its wallet is to go, and nothing may go before the remains are
/// written: else who fills the disk and wipes would be rid of a block and of the highest versions, and the account would be left behind
/// with nobody to end it.
///
/// A file of random bytes that say nothing; random, so that no file system stores fewer. It is there while there is a wallet, from its first
/// start or registration with enough room on. On a full disk it also lets the store be opened, which takes room for SQLite's index.
struct WipeReserve: Sendable {
    /// In bytes: for SQLite's index of 32 KiB and its log, and for remains and mark, each beside what it replaces.
    static let size = 128 * 1024

    private let file: CoreFile
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// - Parameter directory: the app's own directory; it exists.
    init(in directory: String, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        file = CoreFile("reserve", in: directory)
        self.randomBytes = randomBytes
    }

    /// Sets it aside, if that is not done yet and there is room. Nothing depends on it but what a full disk would refuse, so it has no
    /// checkpoint.
    func keep() {
        guard !file.isInPlace else { return }
        try? file.replace(with: randomBytes(Self.size))
    }

    /// Gives the room to whoever writes next.
    ///
    /// - Returns: whether there was any.
    @discardableResult
    func release() -> Bool {
        guard file.exists else { return false }
        return (try? file.remove()) != nil
    }
}
