// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import JSON
import ServerState
import SwiftASN1
import WalletConfiguration
import X509

/// Reads the files that the options of servers elsewhere name. They are not changed.
enum ExternalFile {
    private static let maximumSigners = 64 << 10
    private static let maximumRoots = 1 << 20

    /// Reads the keys that sign the documents of an environment.
    ///
    /// - Throws: `StartError`.
    static func signers(in path: String) throws -> DocumentTrust {
        try read(path, atMost: maximumSigners, as: "--signers", expecting: "the file that wallet-config keys made") {
            try DocumentTrust(json: JSONObject(parsing: $0))
        }
    }

    /// Reads one certificate or several.
    ///
    /// - Returns: the certificates in DER.
    /// - Throws: `StartError`.
    static func roots(in path: String, as option: String) throws -> [[UInt8]] {
        try read(path, atMost: maximumRoots, as: option, expecting: "certificates in PEM") { bytes in
            let documents = try PEMDocument.parseMultiple(pemString: String(decoding: bytes, as: UTF8.self))
            guard !documents.isEmpty else { throw StartError("empty") }
            return try documents.map { document in
                _ = try Certificate(pemDocument: document)
                return document.derBytes
            }
        }
    }

    /// Reads all bytes of a file.
    ///
    /// - Parameters:
    ///   - option: the option that names it.
    ///   - words: what it must be.
    /// - Throws: `StartError`.
    static func bytes(of path: String, atMost limit: Int, as option: String, expecting words: String) throws -> [UInt8] {
        do {
            return try BoundedRead.bytes(of: path, atMost: limit, from: .anything)
        } catch {
            throw StartError("\(option): \(error). Nothing was changed; name \(words).")
        }
    }

    private static func read<Value>(
        _ path: String, atMost limit: Int, as option: String, expecting words: String, parse: ([UInt8]) throws -> Value
    ) throws -> Value {
        let bytes = try bytes(of: path, atMost: limit, as: option, expecting: words)
        guard let value = try? parse(bytes) else { throw StartError("\(option): \(path) is not \(words). Nothing was changed.") }
        return value
    }
}
