// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// The history as a file that a person can read and a program can parse: JSON (RFC 8259) in UTF-8 with sorted members. It has names, never
/// values, and no identifier of a card or key. A member without a value is absent.
struct HistoryExport: Encodable, Sendable {
    /// The version of the form. A program that knows it can read every file that has the same. In version 1, a part of `asked` had at most
    /// one `type` in place of `types`.
    static let version = 2

    private let format = "wallet-activities"
    private let version = Self.version
    /// The true time at which the file was made (RFC 3339).
    private let madeAt: String
    /// The time zone of all times (IANA).
    private let timeZone: String
    /// The language of the names (BCP 47).
    private let language: String
    /// The number of events that can no longer be read.
    private let unreadable: Int
    /// The events, newest first.
    private let activities: [Activity]

    /// - Parameters:
    ///   - activities: the events, newest first, in that language and time zone.
    ///   - unreadable: the number of events between them that can no longer be read.
    ///   - texts: the language and the time zone.
    ///   - date: the true time.
    init(_ activities: [Activity], unreadable: Int, _ texts: ExportedTexts, at date: Date) {
        madeAt = texts.text(date)
        timeZone = texts.zone.identifier
        language = texts.language
        self.unreadable = unreadable
        self.activities = activities
    }

    /// The bytes of the file.
    ///
    /// - Throws: `unexpected` if it cannot be encoded.
    func bytes() throws(WalletCoreError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        guard let data = try? encoder.encode(self) else { throw WalletCoreError(.unexpected, "the history cannot be written as a file") }
        return Array(data)
    }

    /// The bytes of the file. Other calls of the core can run in between.
    ///
    /// - Throws: `unexpected` if it cannot be encoded.
    @concurrent func encoded() async throws(WalletCoreError) -> [UInt8] { try bytes() }
}

/// The language and the time zone of an export.
struct ExportedTexts {
    let language: String
    let zone: TimeZone

    func text(_ text: LocalizedText) -> String? { text.text(in: language) }

    /// A time with its offset (RFC 3339), without fractions of a second.
    func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: zone))
    }
}
