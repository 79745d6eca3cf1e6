// SPDX-License-Identifier: EUPL-1.2

/// The tables, and how an older database gets them.
///
/// All times are whole milliseconds since 1970, by the clock of the database.
enum Schema {
    static let migrations = [Migration(number: 1, sql: version1)]

    private static let version1 = """
        -- The clock by which everything is judged. Tests put another one in its place.
        CREATE FUNCTION wallet_now() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
            AS 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
        """
}
