// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import Foundation
import JOSE
import ProviderProtocol
import SimulatedPhone
import WalletProvider

/// The same unlocks without HTTP: the provider in this process on the real database and the real HSM, one after the other.
struct InProcess: Sendable {
    private static let count = 400

    /// Per unlock.
    let statements: Double
    let commits: Double
    let operations: Double
    let lookUps: Double
    /// Seconds of processor time in this process, per unlock: the provider's functions and all that they call; no HTTP.
    let processorTime: Double
    /// The part of it that reads the two requests and what is in them: JSON, base64, JWS, CBOR excluded; no signature is verified.
    let parsing: Double

    static func measure(_ fleet: inout Fleet, _ installation: Installation) async throws -> InProcess {
        let parts = try await installation.open()
        let hsm = CountingHSM(parts.hsm)
        let provider = WalletProvider(
            configuration: try ProviderConfiguration(
                publicURL: BenchmarkPhone.publicURL,
                devices: AcceptedDevices(
                    apple: AppAttestVerifier(
                        roots: [installation.authority.root], appID: BenchmarkPhone.appID, environment: .development),
                    allowsDevelopment: true)),
            store: parts.store, hsm: hsm, clock: { Date() },
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })
        for index in fleet.phones.indices { try fleet.phones[index].prepare(count / fleet.phones.count + 2) }

        var bodies: [[UInt8]] = []
        func unlock(_ index: Int) async throws -> Double {
            let request = try fleet.phones[index].nextChallengeRequest()
            var start = CPUTime.ofThisProcess()
            let challenge = try await provider.issueChallenge(request)
            var time = CPUTime.ofThisProcess() - start
            let check = try fleet.phones[index].checkPIN(challenge)
            start = CPUTime.ofThisProcess()
            _ = try await provider.perform(.checkPIN, check)
            time += CPUTime.ofThisProcess() - start
            bodies = [request, check]
            return time
        }

        // The first one prepares statements and keys.
        for index in fleet.phones.indices { _ = try await unlock(index) }
        let endCount = try await installation.beginCount()
        let (operations, lookUps) = (hsm.operationCount, hsm.lookUpCount)
        var time = 0.0
        for number in 0..<count { time += try await unlock(number % fleet.phones.count) }
        let asked = try await endCount()
        let counts = (operations: hsm.operationCount - operations, lookUps: hsm.lookUpCount - lookUps)
        let parsing = try await CPUTime.average(of: count) { for body in bodies { try read(body) } }
        try await parts.close()

        let unlocks = Double(count)
        return InProcess(
            statements: Double(asked.statements) / unlocks, commits: Double(asked.commits) / unlocks,
            operations: Double(counts.operations) / unlocks, lookUps: Double(counts.lookUps) / unlocks, processorTime: time / unlocks,
            parsing: parsing)
    }

    private static func read(_ body: [UInt8]) throws {
        let request = try ProviderRequest(parsing: body)
        guard let token = request.certificate else { throw BenchmarkError("a request without a certificate") }
        let certificate = try CompactJWS(parsing: token)
        _ = try JWTHeader(certificate.header)
        _ = try WalletCertificate(claims: JSONObject(parsing: certificate.payload))
    }
}
