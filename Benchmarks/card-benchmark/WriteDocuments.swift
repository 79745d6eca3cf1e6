// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import CBOR
import Crypto
import Foundation
import JSON
import MDoc
import SDJWT

/// `card-benchmark documents DIRECTORY`: writes the input of the Python benchmark: documents to verify, and their source data.
struct WriteDocuments: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "documents",
        abstract: "Write the documents, with keys made for them alone, for another implementation to measure with.")

    @Argument(help: "The output directory; created if missing.")
    var directory: String

    func run() async throws {
        let documents = try Documents(now: Date())
        let (token, issued) = (try await documents.sdJWT(), try await documents.mdoc())
        let parameters: JSONObject = [
            "nonce": .string(Documents.nonce), "audience": .string(Documents.audience), "claims": .object(documents.claims),
            "doctype": .string(Documents.docType.text),
        ]
        let files: [(String, [UInt8])] = [
            ("issued.sd-jwt", Array(token.serialized.utf8)),
            ("presented.sd-jwt", Array(try await documents.presented(token).serialized.utf8)),
            ("issued.mdoc", issued.encode()), ("presented.mdoc", try await documents.presented(issued).encode()),
            ("transcript.cbor", Documents.transcript.item.encode()), ("root.der", try Authority.der(documents.authority.root)),
            ("signer.der", documents.chain[0]), ("parameters.json", parameters.encode()),
            ("signer.pem", Array(documents.authority.signerKey.pemRepresentation.utf8)),
            ("holder.pem", Array(documents.holder.publicKey.pemRepresentation.utf8)),
        ]
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: directory).appending(path: name)) }
    }
}
