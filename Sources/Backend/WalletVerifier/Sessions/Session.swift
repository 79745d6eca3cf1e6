// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VP

/// A session with opened contents.
struct Session: Sendable {
    let stored: StoredSession
    let contents: SessionContents

    /// The state; an open session whose time has passed is expired, also before a sweep notes it.
    func state(at now: Int64) -> SessionState { stored.state.isOpen && now >= stored.expiresAt ? .expired : stored.state }

    /// How the request reached the wallet; nil before it was fetched.
    var sessionType: SessionType? { contents.sessionType.flatMap(SessionType.init(rawValue:)) }
}

extension StoredSession {
    /// The place of contents: this session and version, so that contents cannot be swapped or put back.
    static func place(key: [UInt8], version: Int64) -> [UInt8] { Array("session \(version) ".utf8) + key }
}

extension Sealer {
    /// Opens a session.
    func open(_ stored: StoredSession) throws(SessionStoreError) -> Session {
        let data = try open(stored.contents, for: StoredSession.place(key: stored.key, version: stored.version))
        guard let contents = try? JSONDecoder().decode(SessionContents.self, from: data) else {
            throw SessionStoreError(.damaged, "stored contents do not parse")
        }
        return Session(stored: stored, contents: contents)
    }

    /// Seals contents for a session and version.
    func seal(_ contents: SessionContents, key: [UInt8], version: Int64) throws(SessionStoreError) -> [UInt8] {
        guard let data = try? JSONEncoder().encode(contents) else {
            throw SessionStoreError(.unavailable, "the contents were not encoded")
        }
        return try seal(data, for: StoredSession.place(key: key, version: version))
    }
}
