// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Testing

/// The bytes of hexadecimal digits.
func hex(_ text: String) -> [UInt8] {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
}

/// Expects exactly this error code.
func expectError(
    _ code: COSEError.Code, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation, when work: () throws -> Void
) {
    let error = #expect(throws: COSEError.self, comment, sourceLocation: sourceLocation) { try work() }
    #expect(error?.code == code, comment, sourceLocation: sourceLocation)
}

extension P256.Signing.PrivateKey {
    /// Signs with a key in memory; asynchronous, as an HSM would be.
    func sign(_ input: [UInt8]) throws -> [UInt8] { Array(try signature(for: input).rawRepresentation) }
}
