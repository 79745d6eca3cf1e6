// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The metadata of a document, beside its contents.
package struct DocumentClaims: Sendable, Hashable {
    /// The document's version, 1...2^53-1, increasing with each edition. Only the version determines which edition is newer.
    package let version: Int64
    /// The time of signing, in seconds since 1970 (`iat`).
    package let issuedAt: Int64
    /// The time of expiry, in seconds since 1970 (`exp`); exclusive.
    package let expiresAt: Int64
    /// The deployment for which the document is valid (`env`).
    package let environment: EnvironmentName

    /// Maximum time from `iat` to `exp` in seconds: 366 days.
    package static let longestLife: Int64 = 366 * 86_400
    /// Maximum seconds by which `iat` may be ahead of the verifier's clock, because phone clocks may be slow. `exp` has no leeway.
    package static let leeway: Int64 = 300
    private static let versions: ClosedRange<Int64> = 1...0x1F_FFFF_FFFF_FFFF

    /// Claims for signing.
    ///
    /// - Throws: `DocumentRefusal` with `malformed` if the version or a time is out of range, or the lifetime is not 1 s to 366 days.
    package init(version: Int64, issuedAt: Int64, expiresAt: Int64, environment: EnvironmentName) throws(DocumentRefusal) {
        guard Self.versions.contains(version) else { throw DocumentRefusal(.malformed, "the version is not in 1...2^53-1") }
        guard Instant(seconds: issuedAt) != nil, Instant(seconds: expiresAt) != nil else {
            throw DocumentRefusal(.malformed, "iat and exp are not in the years 2020 to 2199")
        }
        guard (1...Self.longestLife).contains(expiresAt - issuedAt) else {
            throw DocumentRefusal(.malformed, "exp is not 1 second to 366 days after iat")
        }
        self.version = version
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.environment = environment
    }

    /// Checks that a document with these claims may be used at an instant, in seconds since 1970.
    ///
    /// - Throws: `DocumentRefusal` with `notYetValid` or `expired`.
    package func check(at now: Int64) throws(DocumentRefusal) {
        guard now < expiresAt else { throw DocumentRefusal(.expired, "the document has expired") }
        // No overflow: `now` is less than `expiresAt`, which is bounded.
        guard issuedAt <= now + Self.leeway else { throw DocumentRefusal(.notYetValid, "the document was issued in the future") }
    }

    static func read(_ payload: [UInt8]) throws(DocumentRefusal) -> (claims: DocumentClaims, contents: JSONObject) {
        let version, issuedAt, expiresAt: Int64
        let environment: EnvironmentName?
        let contents: JSONObject
        do throws(JSONError) {
            var reader = JSONReader(try JSONObject(parsing: payload))
            version = try reader.integer("version")
            issuedAt = try reader.time("iat")
            expiresAt = try reader.time("exp")
            environment = EnvironmentName(try reader.string("env"))
            contents = try reader.object("contents")
            try reader.finish()
        } catch {
            throw DocumentRefusal(.malformed, error.reason)
        }
        guard let environment else { throw DocumentRefusal(.malformed, "env is no name of an environment") }
        return (try DocumentClaims(version: version, issuedAt: issuedAt, expiresAt: expiresAt, environment: environment), contents)
    }

    /// The payload with these contents.
    func payload(with contents: JSONObject) -> [UInt8] {
        let object: JSONObject = [
            "version": .integer(version), "iat": .integer(issuedAt), "exp": .integer(expiresAt), "env": .string(environment.text),
            "contents": .object(contents),
        ]
        return object.encode()
    }
}
