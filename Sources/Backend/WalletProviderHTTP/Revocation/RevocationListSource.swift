// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
import DeviceAttestation
import DurableFiles
import Foundation

/// A source of the list of revoked Android attestation certificates.
package struct RevocationListSource: Sendable {
    /// Reads the current list; throws `RevocationListError`.
    let read: @Sendable (_ now: Date) async throws -> AndroidRevocationList

    /// A file, or a link to a file, that a different program keeps up to date. Its modification time counts as the time of the fetch.
    package static func file(_ path: String) -> RevocationListSource {
        RevocationListSource { now throws in
            // The link may point to a different file each time.
            let path = URL(filePath: path).resolvingSymlinksInPath().path
            // Read the time before the content: if the file is replaced between the two reads, the older time counts.
            guard let written = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date else {
                throw RevocationListError("the file cannot be read")
            }
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try BoundedRead.bytes(of: path, atMost: AndroidRevocationList.maximumSize)
            } catch {
                throw RevocationListError(error.code == .tooLarge ? "the file is too large" : "the file cannot be read")
            }
            // A file from the future has no known age.
            guard written <= now.addingTimeInterval(60) else { throw RevocationListError("the file is dated in the future") }
            return try list(bytes, fetchedAt: min(written, now))
        }
    }

    /// An address that serves the list, normally https://android.googleapis.com/attestation/status. The time of the request counts as the
    /// time of the fetch.
    package static func address(_ address: HTTPSAddress, within timeouts: Timeouts) -> RevocationListSource {
        RevocationListSource { now throws in
            try list(try await address.get(maximumSize: AndroidRevocationList.maximumSize, within: timeouts), fetchedAt: now)
        }
    }

    private static func list(_ json: [UInt8], fetchedAt: Date) throws -> AndroidRevocationList {
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
