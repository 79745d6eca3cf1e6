// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import DurableFiles
import Foundation
import ProviderState
import SwiftASN1
import X509

/// A small file that a person names.
struct InputFile {
    let path: String

    /// The largest file that is read, in bytes.
    private static let maximumSize = 1 << 25

    /// Its content.
    ///
    /// - Throws: `StartError` naming the file.
    func bytes() throws(StartError) -> [UInt8] {
        do {
            return try BoundedRead.bytes(of: path, atMost: Self.maximumSize, from: .anything)
        } catch {
            throw StartError(error.reason)
        }
    }

    /// Certificates in DER: one in a file that begins as DER does, the texts of a JSON array as Google publishes its roots, or one behind the
    /// other in a PEM file with lines of any length.
    ///
    /// - Throws: `StartError` naming the file.
    func certificates() throws(StartError) -> [[UInt8]] {
        let bytes = try bytes()
        // A SEQUENCE; no text begins with this digit and is PEM.
        if bytes.first == 0x30 { return [bytes] }
        do throws(AttestationRejection) {
            if bytes.first(where: { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }) == UInt8(ascii: "[") {
                return try CertificatesPEM.decode(json: bytes)
            }
            return try CertificatesPEM.decode(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw StartError("\(path) cannot be read as certificates in PEM, DER or a JSON array of PEM")
        }
    }

    /// Certificates that are to be trusted.
    ///
    /// - Parameters:
    ///   - allowsDevelopment: whether they may be those of simulated phones.
    ///   - mustBeRoots: an intermediate is refused: whoever publishes these certificates has given roots.
    /// - Throws: `StartError` naming the file.
    func roots(allowsDevelopment: Bool, mustBeRoots: Bool = false) throws(StartError) -> [Certificate] {
        let certificates = try certificates()
        let roots = certificates.compactMap { try? Certificate(derEncoded: $0) }
        guard roots.count == certificates.count else { throw StartError("\(path) holds something else than certificates") }
        guard allowsDevelopment || !roots.contains(where: \.isForDevelopment) else {
            throw StartError("\(path) is a root of simulated phones; it is trusted with --allow-development-roots only")
        }
        if mustBeRoots, let other = roots.first(where: { $0.issuer != $0.subject }) {
            throw StartError("\(path) is not a root: another authority has issued \(other.subject)")
        }
        return roots
    }
}
