// SPDX-License-Identifier: EUPL-1.2

package import HSM
import JOSE

/// What the issuer derives from who somebody is, in the HSM: nobody who has the results finds the person.
package struct PersonMarks: Sendable {
    private let hsm: any HSM

    /// Marks of one HSM; another one makes others.
    package init(hsm: any HSM) { self.hsm = hsm }

    /// The recovery code of a person: the same in every PID of theirs, and the only thing that is (protocol page, PIN recovery). 43
    /// characters.
    ///
    /// - Throws: `HSMError`.
    func recoveryCode(of citizenServiceNumber: String) async throws(HSMError) -> String {
        Base64URL.encode(try await mark("recovery-code", citizenServiceNumber))
    }

    /// By what the credentials of a person are found when they are to be revoked; 32 bytes.
    ///
    /// - Throws: `HSMError`.
    package func statusMark(of citizenServiceNumber: String) async throws(HSMError) -> [UInt8] {
        try await mark("status", citizenServiceNumber)
    }

    private func mark(_ purpose: String, _ number: String) async throws(HSMError) -> [UInt8] {
        try await hsm.authenticationCode(over: Array("pid-issuer/1/\(purpose)/NL/\(number)".utf8), for: .recoveryCode)
    }
}
