// SPDX-License-Identifier: EUPL-1.2

package import JSON
import OAuthMessages
package import StatusList

/// The registrations that a registrar has signed, with what has been revoked. Numbers are never used again.
package struct RegistrationBook: Sendable, Hashable {
    /// A registration.
    package struct Entry: Sendable, Hashable {
        /// Its number, from 1; also its index in the status list.
        package let number: Int
        /// `sub`.
        package let subject: String
        /// `exp`, in seconds since 1970.
        package let expiresAt: Int64
        /// True if it was revoked, which is for good.
        package fileprivate(set) var isRevoked: Bool
    }

    /// The `https` URL of the status list; nil if registrations have none and end by `exp` alone.
    package let statusURI: String?
    /// All registrations, by number.
    package private(set) var entries: [Entry]

    /// The name of the book's file.
    package static let fileName = "registrations.json"
    /// Maximum number of registrations: the entries of the status list, of which the first is not used.
    package static let maximumCount = 4095
    /// How long wallets may keep a status list, in seconds.
    package static let timeToLive: Int64 = 300

    /// An empty book.
    ///
    /// - Throws: `UnacceptableMember` with the member `status-uri` if it is not an `https` URL.
    package init(statusURI: String?) throws(UnacceptableMember) {
        if let statusURI {
            guard HTTPSURL(statusURI) != nil, (try? StatusListReference(index: 0, uri: statusURI)) != nil else {
                throw UnacceptableMember("status-uri", "not an https address")
            }
        }
        self.statusURI = statusURI
        entries = []
    }

    /// Adds a registration.
    ///
    /// - Returns: its number, and its entry in the status list if there is one.
    /// - Throws: `UnacceptableMember` if the book is full.
    package mutating func add(
        subject: String, expiresAt: Int64
    ) throws(UnacceptableMember) -> (number: Int, status: StatusListReference?) {
        let number = entries.count + 1
        guard number <= Self.maximumCount else {
            throw UnacceptableMember(Self.fileName, "has \(Self.maximumCount) registrations, the maximum: make a new registrar")
        }
        entries.append(Entry(number: number, subject: subject, expiresAt: expiresAt, isRevoked: false))
        return (number, statusURI.flatMap { try? StatusListReference(index: number, uri: $0) })
    }

    /// Revokes a registration for good. Idempotent.
    ///
    /// - Throws: `UnacceptableMember` if there is no such registration, or no status list that could say so.
    package mutating func revoke(_ number: Int) throws(UnacceptableMember) {
        guard statusURI != nil else {
            throw UnacceptableMember("number", "registrations of this registrar have no status list: they end by exp alone")
        }
        guard entries.indices.contains(number - 1) else { throw UnacceptableMember("number", "no such registration") }
        entries[number - 1].isRevoked = true
    }

    /// The status list as of now.
    ///
    /// - Parameters:
    ///   - issuedAt: `iat`, in seconds since 1970.
    ///   - lifetime: the time to `exp`, in seconds.
    /// - Throws: `UnacceptableMember` if there is no status list.
    package func statusList(issuedAt: Int64, lifetime: Int64) throws(UnacceptableMember) -> StatusListToken {
        guard let statusURI else { throw UnacceptableMember("status-uri", "this registrar was made without a status list") }
        var list = StatusListEntries(bits: .one, count: Self.maximumCount + 1)
        // Every number is below the count.
        for entry in entries where entry.isRevoked { try? list.set(.invalid, at: entry.number) }
        return StatusListToken(
            subject: statusURI, issuedAt: issuedAt, expiresAt: issuedAt + lifetime, timeToLive: Self.timeToLive, list: list)
    }
}

extension RegistrationBook {
    /// Reads a stored book.
    ///
    /// - Throws: `UnacceptableMember` naming the file.
    package init(parsing bytes: [UInt8]) throws(UnacceptableMember) {
        let fault = UnacceptableMember(Self.fileName, "not a registrar's list of registrations")
        guard let object = try? JSONObject(parsing: bytes, limits: JSONLimits(maximumBytes: 1 << 21)),
            case .array(let values)? = object["registrations"], values.count <= Self.maximumCount
        else { throw fault }
        let statusURI: String?
        do throws(MalformedMessage) {
            statusURI = try Members(object).optionalText("status_uri")
        } catch {
            throw fault
        }
        self = try RegistrationBook(statusURI: statusURI)
        for (index, value) in values.enumerated() {
            guard let entry = try? Members(value, "registration"), let subject = try? entry.text("sub"),
                let expiresAt = try? entry.time("exp"), let isRevoked = try? entry.bool("revoked", default: false)
            else { throw fault }
            entries.append(Entry(number: index + 1, subject: subject, expiresAt: expiresAt, isRevoked: isRevoked))
        }
    }

    /// The book for storage.
    package var json: JSONObject {
        var json: JSONObject = [:]
        json.append("status_uri", ifAny: statusURI.map(JSONValue.string))
        let values = entries.map { entry in
            JSONValue.object(["sub": .string(entry.subject), "exp": .integer(entry.expiresAt), "revoked": .bool(entry.isRevoked)])
        }
        json.append("registrations", .array(values))
        return json
    }
}
