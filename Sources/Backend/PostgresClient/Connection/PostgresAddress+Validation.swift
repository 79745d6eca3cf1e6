// SPDX-License-Identifier: EUPL-1.2

import CLibPQ

extension PostgresAddress {
    /// - Throws: `PostgresError` with `configuration` if libpq cannot parse the address. Its message is dropped, because it quotes the
    ///   address.
    func validate() throws(PostgresError) {
        let refusal = PostgresError(.configuration, "the database's address does not parse")
        // libpq would read any other text as a database name, and ends the text at a zero byte.
        let isAddress = text.utf8.contains(UInt8(ascii: "=")) || text.utf8.starts(with: "postgres".utf8)
        guard isAddress, !text.utf8.contains(0) else { throw refusal }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(text, &message) else {
            unsafe PQfreemem(message)
            throw refusal
        }
        unsafe PQconninfoFree(options)
    }
}
