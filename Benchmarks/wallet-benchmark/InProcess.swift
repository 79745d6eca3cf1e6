// SPDX-License-Identifier: EUPL-1.2

import DeviceAttestation
import PhoneSimulator
import ProviderProtocol
import ProviderWorld
import WalletProvider

/// The same unlocks without HTTP: the provider in this process with the real database and HSM.
struct InProcess: Sendable {
    private static let counted = 200
    private static let timed = 2000

    /// Counts per unlock.
    let statements: Double
    let commits: Double
    let operations: Double
    let lookUps: Double
    /// Processor seconds of this process per unlock: the provider's functions and everything that they call, with the same concurrency as over
    /// HTTP.
    let processorTime: Double

    static func measure(_ fleet: inout Fleet, _ installation: Installation, connections: Int) async throws -> InProcess {
        let parts = try await installation.open()
        let hsm = CountingHSM(parts.hsm)
        let provider = WalletProvider(
            try ProviderConfiguration(
                publicURL: BenchmarkPhone.publicURL,
                devices: AcceptedDevices(
                    apple: AppAttestVerifier(
                        roots: [installation.authority.root], appID: BenchmarkPhone.appID, environment: .development),
                    allowsDevelopment: true)),
            store: parts.store, hsm: hsm)
        let exchange: BenchmarkPhone.Exchange = { endpoint, body in
            if endpoint == .beacon { try await provider.beacon() } else { try await provider.perform(.checkPIN, body) }
        }

        // The first unlocks open connections and prepare statements. Counted unlocks run one at a time, so that they share no work.
        _ = try await fleet.unlock(fleet.phones.count, connections: connections, over: exchange)
        let endCount = try await installation.beginCount()
        let (operations, lookUps) = (hsm.operationCount, hsm.lookUpCount)
        _ = try await fleet.unlock(counted, connections: 1, over: exchange)
        let asked = try await endCount()
        let counts = (operations: hsm.operationCount - operations, lookUps: hsm.lookUpCount - lookUps)

        let start = try await fleet.unlock(timed, connections: connections, over: exchange).startTime
        let time = (CPUTime.ofThisProcess() - start) / Double(timed)

        try await parts.close()
        let unlocks = Double(counted)
        return InProcess(
            statements: Double(asked.statements) / unlocks, commits: Double(asked.commits) / unlocks,
            operations: Double(counts.operations) / unlocks, lookUps: Double(counts.lookUps) / unlocks, processorTime: time)
    }
}
