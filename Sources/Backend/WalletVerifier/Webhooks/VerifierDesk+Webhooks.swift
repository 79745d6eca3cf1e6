// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import OAuthMessages

extension VerifierDesk {
    /// The first pause after a failed attempt, in seconds; it doubles with each further one.
    private static let firstPause: Int64 = 10
    /// The longest pause between two attempts, in seconds.
    private static let longestPause: Int64 = 3600

    /// Claims webhooks to send now; ``settle(_:isDelivered:)`` must follow for each. Those of parties without a webhook are dropped.
    ///
    /// - Parameters:
    ///   - limit: maximum number of all, at least 1.
    ///   - perParty: maximum number of each party, at least 1.
    ///   - busy: the parties of which none is claimed, because webhooks to them are under way.
    /// - Throws: ``DeskError/store(_:)``.
    package func dueWebhooks(
        limit: Int, perParty: Int = .max, besides busy: Set<String> = []
    ) async throws(DeskError) -> [WebhookDelivery] {
        let now = now
        var deliveries: [WebhookDelivery] = []
        do throws(SessionStoreError) {
            let notes = try await store.claimNotes(
                at: now, until: now + settings.times.webhookClaim, limit: limit, perParty: perParty, besides: busy)
            for note in notes {
                if let webhook = parties[note.party]?.webhook, let content = self.content(of: note) {
                    deliveries.append(WebhookDelivery(note, content, webhook, at: now))
                } else {
                    try await store.removeNote(note.id)
                }
            }
        } catch {
            throw DeskError.store(error)
        }
        return deliveries
    }

    /// Notes the outcome of an attempt; a status of 200…299 counts as delivered. Otherwise it is tried again, after a growing pause, until
    /// it is too old.
    ///
    /// - Throws: ``DeskError/store(_:)``.
    package func settle(_ delivery: WebhookDelivery, isDelivered: Bool) async throws(DeskError) {
        let now = now
        let pause = min(Self.firstPause << min(max(delivery.attempt - 1, 0), 20), Self.longestPause)
        do throws(SessionStoreError) {
            if isDelivered || now + pause > delivery.happenedAt + settings.times.webhook {
                try await store.removeNote(delivery.noteID)
            } else {
                try await store.postponeNote(delivery.noteID, until: now + pause)
            }
        } catch {
            throw DeskError.store(error)
        }
    }

    /// The note that a session has ended; nil for a party without a webhook.
    func note(
        of contents: SessionContents, _ state: SessionState, party: String, at now: Int64
    ) throws(SessionStoreError) -> WebhookNote? {
        guard parties[party]?.webhook != nil else { return nil }
        let id = random(16)
        let content = WebhookContent(session: contents.id, state: state, time: now)
        guard let data = try? JSONEncoder().encode(content) else {
            throw SessionStoreError(.unavailable, "a webhook was not encoded")
        }
        return WebhookNote(id: id, party: party, contents: try sealer.seal(data, for: WebhookContent.place(id)), attempts: 0, dueAt: now)
    }

    /// The contents of a note; nil if they cannot be read, and then never will be.
    private func content(of note: WebhookNote) -> WebhookContent? {
        guard let data = try? sealer.open(note.contents, for: WebhookContent.place(note.id)) else { return nil }
        return try? JSONDecoder().decode(WebhookContent.self, from: data)
    }
}

/// The message to a party, without personal data.
struct WebhookContent: Codable, Sendable {
    let session: String
    let state: SessionState
    let time: Int64

    /// The place of sealed contents.
    static func place(_ id: [UInt8]) -> [UInt8] { Array("webhook ".utf8) + id }
}

extension WebhookDelivery {
    fileprivate init(_ note: WebhookNote, _ content: WebhookContent, _ webhook: PartyWebhook, at now: Int64) {
        let id = Base64URL.encode(note.id)
        let json: JSONObject = [
            "id": .string(id), "session": .string(content.session), "state": .string(content.state.rawValue),
            "time": .integer(content.time),
        ]
        let body = json.encode()
        let code = HMAC<SHA256>.authenticationCode(for: Array("\(now).".utf8) + body, using: SymmetricKey(data: webhook.key))
        self.init(
            noteID: note.id, party: note.party, url: webhook.url,
            headers: [
                ("Content-Type", "application/json"), (Self.idHeader, id), (Self.timeHeader, String(now)),
                (Self.signatureHeader, "v1=" + code.map(\.hexDigits).joined()),
            ], body: body, attempt: note.attempts, happenedAt: content.time)
    }
}

extension UInt8 {
    /// Two digits in lower case.
    var hexDigits: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}
