// SPDX-License-Identifier: EUPL-1.2

import WalletConfiguration
import WalletCore
import WalletInterface

/// PF1.4 and the configuration: newer documents are received in the background, stored, and active at the next start.
struct DocumentsFlow: Flow {
    let name = "documents"

    /// The version of each document that the harness serves second, with this verdict on the app.
    static let version: Int64 = 2
    static let verdict = UpdateVerdict.recommend

    func prepare(_ user: User) async throws {
        try await user.launch(isImpatient: true)
    }

    func run(_ user: User) async throws {
        try await user.launch(isImpatient: true)
        try await receive(user)
    }

    func finish(_ user: User) async throws {
        try await receive(user)
        // A later start reads them from its files.
        let core = try await user.launch(isImpatient: true)
        guard try await inForce(core) else { throw Stuck("a document that was received is not in force after a start") }
    }

    /// Lets the core work in the background until both documents are active.
    private func receive(_ user: User) async throws {
        let core = try await user.core(isImpatient: true)
        // An earlier attempt may have left its stream.
        await core.clearConfigurationStream()
        await core.clearUpdatePolicyStream()
        let (configurations, verdicts) = (try await core.setConfigurationStream(), try await core.setUpdatePolicyStream())
        await withTaskGroup { group in
            group.addTask { try? await core.run() }
            group.addTask {
                for await configuration in configurations where configuration.version == Self.version { break }
                for await verdict in verdicts where verdict == Self.verdict { break }
            }
            await group.next()
            group.cancelAll()
        }
        await core.clearConfigurationStream()
        await core.clearUpdatePolicyStream()
    }

    private func inForce(_ core: Core) async throws -> Bool {
        let (configurations, verdicts) = (try await core.setConfigurationStream(), try await core.setUpdatePolicyStream())
        guard let configuration = await configurations.first(where: { _ in true }),
            let verdict = await verdicts.first(where: { _ in true })
        else { return false }
        return configuration.version == Self.version && verdict == Self.verdict
    }
}
