// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// A device's response to a reader: `DeviceResponse` (ISO/IEC 18013-5 §8.3.2.1.2.2); nothing in it has been verified.
public struct DeviceResponse: Hashable, Sendable {
    /// The presented documents, in their order.
    public let documents: [PresentedDocument]
    /// Error codes for requested documents that are missing, in their order.
    public let documentErrors: [DocumentError]
    /// 0 if the request was processed; §8.3.2.1.2.3 lists the other codes.
    public let status: UInt64

    /// The ``status`` of a successful response.
    public static let ok: UInt64 = 0
    private static let version = CBORItem.text("1.0")

    /// The error for a missing document: `DocumentError`.
    public struct DocumentError: Hashable, Sendable {
        /// The requested kind of document.
        public let docType: DocType
        /// 0 if the device gives no reason; negative codes are the application's (§8.3.2.1.2.3).
        public let code: Int64
    }

    /// A successful response.
    public init(documents: [PresentedDocument]) {
        self.documents = documents
        documentErrors = []
        status = Self.ok
    }

    /// Decodes a response.
    ///
    /// - Throws: ``MDocRejection`` with `malformed`, `tooLarge`, `version`, a reason of ``IssuerSigned/init(decoding:limits:)``,
    ///   `deviceAuthMissing` or `deviceAuthMalformed`.
    public init(decoding bytes: [UInt8], limits: MDocLimits = .default) throws(MDocRejection) {
        var reader = try MDocReader(CBORItem(mdoc: bytes, limits: limits))
        guard try reader.value("version") == Self.version else { throw MDocRejection(.version) }
        guard case .unsigned(let status) = try reader.value("status") else { throw MDocRejection(.malformed) }
        self.status = status
        documents = try Self.list(reader.optional("documents"), limits: limits) { (item) throws(MDocRejection) in
            try PresentedDocument(item, limits: limits)
        }
        let errors = reader.optional("documentErrors")
        documentErrors = try Self.list(errors, mayBeEmpty: true, limits: limits) { (item) throws(MDocRejection) in
            let pairs = try item.named(DocType.self)
            guard pairs.count == 1, let pair = pairs.first, let code = pair.value.integer else { throw MDocRejection(.malformed) }
            return DocumentError(docType: pair.name, code: code)
        }
        try reader.finish()
    }

    /// The entries of an optional array. Some wallets send an empty array if there are no errors.
    private static func list<Entry>(
        _ item: CBORItem?, mayBeEmpty: Bool = false, limits: MDocLimits, _ entry: (CBORItem) throws(MDocRejection) -> Entry
    ) throws(MDocRejection) -> [Entry] {
        guard let item else { return [] }
        guard let items = item.array, mayBeEmpty || !items.isEmpty else { throw MDocRejection(.malformed) }
        guard items.count <= limits.maximumDocuments else { throw MDocRejection(.tooLarge) }
        var entries: [Entry] = []
        for item in items { entries.append(try entry(item)) }
        return entries
    }

    /// Encodes the response.
    public func encode() -> [UInt8] {
        var map = CBORMap()
        map["version"] = Self.version
        if !documents.isEmpty { map["documents"] = .array(documents.map(\.item)) }
        if !documentErrors.isEmpty { map["documentErrors"] = .array(documentErrors.map { .map(of: [($0.docType, CBORItem($0.code))]) }) }
        map["status"] = .unsigned(status)
        return CBORItem.map(map).encode()
    }
}
