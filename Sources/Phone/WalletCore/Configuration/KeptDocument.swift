// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import WalletConfiguration

/// The file of an accepted document: the token with the server's validator for exactly that token. Storing both together ensures that a
/// validator never belongs to bytes that were not accepted (T-C6).
struct KeptDocument<Contents: DocumentContents>: Sendable, Equatable {
    let document: SignedDocument<Contents>
    /// The `ETag` of the response; nil if absent or unusable.
    let validator: String?

    /// The longest stored validator, in bytes.
    static var longestValidator: Int { 200 }

    /// Keeps a validator only if it is valid in a header: a quoted strong or weak entity tag of visible ASCII.
    init(_ document: SignedDocument<Contents>, validator: String?) {
        self.document = document
        self.validator = validator.flatMap { text in
            let isUsable =
                (2...Self.longestValidator).contains(text.utf8.count) && text.hasSuffix("\"")
                && (text.hasPrefix("\"") || text.hasPrefix("W/\"")) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            return isUsable ? text : nil
        }
    }

    /// Reads the file and verifies the document, ignoring its dates.
    ///
    /// - Returns: nil when the file is missing or was not accepted; the embedded edition is used instead.
    init?(in file: CoreFile, trusting trust: DocumentTrust) {
        guard let bytes = try? file.read(atMost: Self.largestFile), let object = try? JSONObject(parsing: bytes)
        else { return nil }
        var reader = JSONReader(object)
        guard let token = try? reader.string("token"), let document = try? SignedDocument<Contents>(verifying: token, trusting: trust)
        else {
            return nil
        }
        self.init(document, validator: try? reader.string("etag"))
    }

    var bytes: [UInt8] {
        var object: JSONObject = ["token": .string(document.token)]
        if let validator { object.append("etag", .string(validator)) }
        return object.encode()
    }

    private static var largestFile: Int { Contents.maximumTokenBytes + 1024 }
}
