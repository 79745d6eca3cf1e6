// SPDX-License-Identifier: EUPL-1.2

import Crypto
import PostgresClient
import WalletProvider

/// Count and SHA-256 of a page of rows: over the SHA-256 of each row's line (`AccountRowPage.lines`), in order.
struct RowPageDigest: Sendable, Hashable {
    let count: Int64
    let digest: [UInt8]

    init(_ page: AccountRowPage) {
        count = Int64(page.lines.count)
        var hash = SHA256()
        for line in page.lines { hash.update(data: Array(SHA256.hash(data: Array(line.utf8)))) }
        digest = Array(hash.finalize())
    }

    init(_ row: PostgresRow) throws(PostgresError) {
        count = try row.integer("count")
        digest = try row.bytes("digest")
    }
}
