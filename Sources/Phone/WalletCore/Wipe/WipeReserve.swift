// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// Disk space reserved for a wipe. The phone may be full when its wallet must be erased, and nothing may be erased before the surviving
/// records are written. Otherwise a wipe on a filled disk would remove a block and the highest versions, and leave the account without a
/// pending deregistration.
///
/// The reserve is a file of random bytes, so that no file system can compress it. The file exists while there is a wallet, from the first
/// start or registration with enough space. On a full disk the reserve also allows the store to open, which needs space for SQLite's index.
struct WipeReserve: Sendable {
    /// The size in bytes: SQLite's index of 32 KiB and its log, and the surviving records and the mark, each beside the file it replaces.
    static let size = 128 * 1024

    private let file: CoreFile
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// - Parameter directory: the app's own directory, which exists.
    init(in directory: String, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        file = CoreFile("reserve", in: directory)
        self.randomBytes = randomBytes
    }

    /// Creates the reserve if it is missing and there is space. This step has no checkpoint, because the reserve matters only when the disk
    /// is full.
    func keep() {
        guard !file.isInPlace else { return }
        try? file.replace(with: randomBytes(Self.size))
    }

    /// Frees the space for the next write.
    ///
    /// - Returns: true if there was a reserve.
    @discardableResult
    func release() -> Bool {
        guard file.exists else { return false }
        return (try? file.remove()) != nil
    }
}
