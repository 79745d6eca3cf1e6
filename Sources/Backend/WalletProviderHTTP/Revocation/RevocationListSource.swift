// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation

/// Where the list of revoked Android attestation certificates comes from.
package struct RevocationListSource: Sendable {
    /// Reads the list as it is now; throws `RevocationListError`.
    let read: @Sendable (_ now: Date) async throws(RevocationListError) -> AndroidRevocationList

    /// A file, or a link to one, that something else keeps up to date. The list was fetched when the file was last written.
    package static func file(_ path: String) -> RevocationListSource {
        RevocationListSource { now throws(RevocationListError) in
            // The link may lead to another file every time.
            let path = URL(filePath: path).resolvingSymlinksInPath().path
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                attributes[.type] as? FileAttributeType == .typeRegular,
                let written = attributes[.modificationDate] as? Date, let size = attributes[.size] as? NSNumber
            else { throw RevocationListError("the file cannot be read") }
            guard size.intValue <= AndroidRevocationList.maximumSize else { throw RevocationListError("the file is too large") }
            // Its age could not be told.
            guard written <= now.addingTimeInterval(60) else { throw RevocationListError("the file is dated in the future") }
            guard let bytes = FileManager.default.contents(atPath: path) else { throw RevocationListError("the file cannot be read") }
            return try list(Array(bytes), fetchedAt: min(written, now))
        }
    }

    /// An address that answers with the list, normally https://android.googleapis.com/attestation/status. The list was fetched when it was asked
    /// for.
    package static func address(_ address: HTTPSAddress) -> RevocationListSource {
        RevocationListSource { now throws(RevocationListError) in
            try list(try await address.get(maximumSize: AndroidRevocationList.maximumSize), fetchedAt: now)
        }
    }

    private static func list(_ json: [UInt8], fetchedAt: Date) throws(RevocationListError) -> AndroidRevocationList {
        do throws(AttestationRejection) {
            return try AndroidRevocationList(json: json, fetchedAt: fetchedAt)
        } catch {
            throw RevocationListError("it is not a list of revoked certificates")
        }
    }
}

/// Why a list could not be had; in words for the operator, without anything that was received.
package struct RevocationListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
