// SPDX-License-Identifier: EUPL-1.2

import CLibPQ

extension PostgresAddress {
    /// - Throws: `PostgresError` with `configuration` when libpq cannot read the address. Its text, which quotes parts of it, is dropped.
    func validate() throws(PostgresError) {
        let refusal = PostgresError(.configuration, "the database's address does not parse")
        // libpq takes any other text for the name of a database, and a zero byte for the end.
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
