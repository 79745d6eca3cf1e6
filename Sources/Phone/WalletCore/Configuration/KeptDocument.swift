// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import WalletConfiguration

/// The file of an accepted document: the token and the server's validator for exactly that token, kept together so that a validator never
/// stands for bytes that were not accepted (T-C6).
struct KeptDocument<Contents: DocumentContents>: Sendable, Equatable {
    /// The document.
    let document: SignedDocument<Contents>
    /// The `ETag` that came with it; nil when there was none that can be used.
    let validator: String?

    /// The longest validator that is kept and sent, in bytes.
    static var longestValidator: Int { 200 }

    /// Keeps a validator only when it can stand in a header: a strong or weak one in quotes, of visible ASCII.
    init(_ document: SignedDocument<Contents>, validator: String?) {
        self.document = document
        self.validator = validator.flatMap { text in
            let isUsable =
                (2...Self.longestValidator).contains(text.utf8.count) && text.hasSuffix("\"")
                && (text.hasPrefix("\"") || text.hasPrefix("W/\"")) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            return isUsable ? text : nil
        }
    }

    /// Reads the file and verifies the document, whatever time it is.
    ///
    /// - Returns: nil when there is none, or when it is not one that was accepted: the embedded edition is used then.
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

    /// The file's bytes.
    var bytes: [UInt8] {
        var object: JSONObject = ["token": .string(document.token)]
        if let validator { object.append("etag", .string(validator)) }
        return object.encode()
    }

    private static var largestFile: Int { Contents.maximumTokenBytes + 1024 }
}
