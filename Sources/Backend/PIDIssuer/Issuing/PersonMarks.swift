// SPDX-License-Identifier: EUPL-1.2

package import HSM
import JSON

/// Pseudonyms of a person, derived from the citizen service number in the HSM. They do not reveal the person.
package struct PersonMarks: Sendable {
    private let hsm: any HSM

    /// Creates the pseudonyms of one HSM. A different HSM yields different values.
    package init(hsm: any HSM) { self.hsm = hsm }

    /// Returns the recovery code of a person, 43 characters. It is the same in all PIDs of the person, and the only value they share
    /// (protocol page, PIN recovery).
    ///
    /// - Throws: `HSMError`.
    func recoveryCode(of citizenServiceNumber: String) async throws(HSMError) -> String {
        Base64URL.encode(try await mark("recovery-code", citizenServiceNumber))
    }

    /// Returns the HMAC by which the credentials of a person are found for revocation; 32 bytes.
    ///
    /// - Throws: `HSMError`.
    package func statusMark(of citizenServiceNumber: String) async throws(HSMError) -> [UInt8] {
        try await mark("status", citizenServiceNumber)
    }

    private func mark(_ purpose: String, _ number: String) async throws(HSMError) -> [UInt8] {
        try await hsm.authenticationCode(over: Array("pid-issuer/1/\(purpose)/NL/\(number)".utf8), for: .recoveryCode)
    }
}
