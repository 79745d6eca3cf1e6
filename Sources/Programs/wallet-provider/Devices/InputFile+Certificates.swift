// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import ServerCommands
import ServerState
import SwiftASN1
import X509

extension InputFile {
    /// Returns the file's certificates in DER. The file is one DER certificate, a JSON array of PEM texts as Google publishes its roots, or
    /// concatenated PEM certificates with lines of any length.
    ///
    /// - Throws: `StartError` with the file's name.
    func certificates() throws -> [[UInt8]] {
        let bytes = try bytes()
        // The tag of a SEQUENCE, which is the digit 0 in ASCII; no PEM or JSON file begins with this digit.
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

    /// Reads certificates to trust.
    ///
    /// - Parameters:
    ///   - allowsDevelopment: accepts certificates of simulated phones.
    ///   - mustBeRoots: refuses intermediates, because the publisher's file contains only roots.
    /// - Throws: `StartError` with the file's name.
    func roots(allowsDevelopment: Bool, mustBeRoots: Bool = false) throws -> [Certificate] {
        let certificates = try certificates()
        let roots = certificates.compactMap { try? Certificate(derEncoded: $0) }
        guard roots.count == certificates.count else { throw StartError("\(path) contains something other than certificates") }
        guard allowsDevelopment || !roots.contains(where: \.isForDevelopment) else {
            throw StartError("\(path) is a root of simulated phones; it is trusted with --allow-development-roots only")
        }
        if mustBeRoots, let other = roots.first(where: { $0.issuer != $0.subject }) {
            throw StartError("\(path) is not a root: another authority has issued \(other.subject)")
        }
        return roots
    }
}
