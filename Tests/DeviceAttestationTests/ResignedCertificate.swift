// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import SwiftASN1

/// Returns a certificate whose signed part has other fields, with a valid signature: X509 cannot make certificates that deviate from DER.
///
/// - Parameters:
///   - signer: the issuer's key.
///   - change: returns the fields in DER, from the fields of the certificate.
func resigned(_ certificate: [UInt8], by signer: P256.Signing.PrivateKey, _ change: ([ASN1Node]) throws -> [[UInt8]]) throws -> [UInt8] {
    guard case .constructed(let collection) = try DER.parse(certificate).content else { throw CocoaError(.coderInvalidValue) }
    let parts = Array(collection)
    guard case .constructed(let fields) = parts[0].content else { throw CocoaError(.coderInvalidValue) }
    let signed = element([0x30], try change(Array(fields)).flatMap { $0 })
    let signature = Array(try signer.signature(for: signed).derRepresentation)
    let algorithm = Array(parts[1].encodedBytes)
    return element([0x30], signed + algorithm + element([0x03], [0x00] + signature))
}

/// Returns a DER element whose length has at most two bytes, in its shortest form.
func element(_ tag: [UInt8], _ content: [UInt8]) -> [UInt8] {
    switch content.count {
    case 0..<128: tag + [UInt8(content.count)] + content
    case 128..<256: tag + [0x81, UInt8(content.count)] + content
    default: tag + [0x82, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content
    }
}

/// Returns the bytes with the only occurrence of some bytes replaced.
func replacing(_ old: [UInt8], with new: [UInt8], in bytes: [UInt8]) throws -> [UInt8] {
    let starts = bytes.indices.filter { bytes[$0...].starts(with: old) }
    guard starts.count == 1 else { throw CocoaError(.coderInvalidValue) }
    return bytes[..<starts[0]] + new + bytes[(starts[0] + old.count)...]
}
