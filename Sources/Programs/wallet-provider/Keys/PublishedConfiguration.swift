// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import ServerState
import WalletConfiguration

/// A configuration in the form that the configuration server serves to phones.
struct PublishedConfiguration: Sendable {
    /// The document that phones verify.
    let document: SignedConfiguration
    /// The earliest time at which it can be in force: the later of signing and writing its file.
    let since: Date

    init(document: SignedConfiguration, fileWrittenAt: Date) {
        self.document = document
        since = max(fileWrittenAt, Date(timeIntervalSince1970: TimeInterval(document.claims.issuedAt)))
    }

    /// Reads the served file and verifies it as phones do.
    ///
    /// - Parameter path: the signed file for `wallet-config serve`.
    /// - Throws: `StartError` with the file's name if it cannot be read or phones refuse it.
    init(path: String, trusting trust: DocumentTrust, at now: Date) throws {
        let token = try Self.token(path)
        do throws(DocumentRefusal) {
            let document = try SignedConfiguration(verifying: token, trusting: trust, at: Int64(now.timeIntervalSince1970))
            self.init(document: document, fileWrittenAt: Self.modification(path))
        } catch {
            throw StartError("\(path) is a configuration that phones refuse: \(error.reason)")
        }
    }

    /// The poll interval in seconds in a formerly served configuration, which may have expired.
    ///
    /// - Throws: `StartError` with the file's name if it cannot be read or is not signed by a trusted key.
    static func pollSeconds(path: String, trusting trust: DocumentTrust) throws -> Int {
        let token = try token(path)
        do throws(DocumentRefusal) {
            return try SignedConfiguration(verifying: token, trusting: trust).contents.features.configurationPollSeconds
        } catch {
            throw StartError("\(path) is not a configuration that phones accepted: \(error.reason)")
        }
    }

    /// Reads the file of the document keys that phones have pinned.
    ///
    /// - Throws: `StartError` with the file's name.
    static func trust(path: String) throws -> DocumentTrust {
        let bytes = try StateFile.read(path, maximumBytes: 64 * 1024)
        do {
            return try DocumentTrust(json: JSONObject(parsing: bytes))
        } catch {
            throw StartError("\(path) is not a signers file: \(error)")
        }
    }

    private static func token(_ path: String) throws -> String {
        let bytes = try StateFile.read(path, maximumBytes: ConfigurationDocument.maximumTokenBytes + 1)
        return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    /// The file's modification time; if unreadable, the distant future, so that the configuration does not count as published.
    private static func modification(_ path: String) -> Date {
        let attributes = try? FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
        return attributes?[.modificationDate] as? Date ?? .distantFuture
    }
}
