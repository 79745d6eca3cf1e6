// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation

/// A source of the list of revoked Android attestation certificates.
package struct RevocationListSource: Sendable {
    /// Reads the current list; throws `RevocationListError`.
    let read: @Sendable (_ now: Date) async throws(RevocationListError) -> AndroidRevocationList

    /// A file, or a link to a file, that a different program keeps up to date. Its modification time counts as the time of the fetch.
    package static func file(_ path: String) -> RevocationListSource {
        RevocationListSource { now throws(RevocationListError) in
            // The link may point to a different file each time.
            let path = URL(filePath: path).resolvingSymlinksInPath().path
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                attributes[.type] as? FileAttributeType == .typeRegular,
                let written = attributes[.modificationDate] as? Date, let size = attributes[.size] as? NSNumber
            else { throw RevocationListError("the file cannot be read") }
            guard size.intValue <= AndroidRevocationList.maximumSize else { throw RevocationListError("the file is too large") }
            // A file from the future has no known age.
            guard written <= now.addingTimeInterval(60) else { throw RevocationListError("the file is dated in the future") }
            guard let bytes = FileManager.default.contents(atPath: path) else { throw RevocationListError("the file cannot be read") }
            return try list(Array(bytes), fetchedAt: min(written, now))
        }
    }

    /// An address that serves the list, normally https://android.googleapis.com/attestation/status. The time of the request counts as the
    /// time of the fetch.
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

/// An error in fetching the list, described for the operator without received data.
package struct RevocationListError: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
