// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import HSM
package import JOSE
import ProviderProtocol
package import WalletProvider

extension WalletProvider {
    /// Creates a provider for tests and benchmarks, with secure random bytes. By default it uses the system's clock.
    package init(
        _ configuration: ProviderConfiguration, store: any AccountStore & AuditStore, hsm: any HSM,
        clock: @escaping @Sendable () -> Date = { Date() }, certificates: VerifiedCertificates = VerifiedCertificates(),
        report: @escaping @Sendable (any Error) -> Void = { _ in }, observe: @escaping @Sendable (ProviderEvent) -> Void = { _ in }
    ) {
        self.init(
            configuration: configuration, store: store, hsm: hsm, clock: clock,
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }, certificates: certificates, report: report,
            observe: observe)
    }

    /// Answers a wallet's request as the server does; nil if the path is not of `enroll`, `createWallet`, `beacon` or an instruction.
    package func answer(_ path: String, _ body: [UInt8]) async -> (status: Int, mediaType: String, body: [UInt8])? {
        let json = "application/json"
        do throws(ProviderProblem) {
            switch path {
            case Endpoint.enroll.path: return (200, json, try await enroll(body))
            case Endpoint.createWallet.path: return (201, json, try await createWallet(body))
            case Endpoint.beacon.path: return (200, json, try await beacon())
            default:
                guard let instruction = Instruction.allCases.first(where: { Endpoint.instruction($0).path == path }) else { return nil }
                return (200, json, try await perform(instruction, body))
            }
        } catch {
            return (error.status, ProviderProblem.mediaType, error.encode())
        }
    }

    /// Returns the public keys of a purpose by their id, as a wallet's configuration contains them.
    package func keysByID(for purpose: SigningPurpose) async throws -> [String: JWK] {
        Dictionary(uniqueKeysWithValues: try await publicKeys(for: purpose).map { ($0.keyID, JWK($0.key)) })
    }
}
