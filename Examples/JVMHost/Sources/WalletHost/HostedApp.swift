// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletApp
import WalletCore
import WalletFlows

/// The wallet's app as a process on the host's phone.
struct HostedApp: HostedProcess {
    private let process: WalletProcess

    /// - Throws: `badConfiguration` for an edition, signers or sentences that cannot be used.
    init(_ configuration: HostConfiguration, _ calls: HostCalls, _ glass: HostGlass) throws(HostFailure) {
        let language = Language(rawValue: configuration.language)
        let budget = configuration.answerMilliseconds.map { Duration.milliseconds($0) } ?? WalletEngine.standardAnswerBudget
        guard let brand = Brand.jvm,
            let edition = try? EmbeddedEdition(
                appVersion: configuration.appVersion, configuration: Array(configuration.edition.utf8),
                signers: Array(configuration.signers.utf8)),
            let process = try? WalletProcess(
                WalletEngine(edition: edition, answerBudget: budget), brand: brand, platform: .android, language: { language },
                sentences: Array(configuration.sentences.utf8), show: { await glass.show($0) },
                leave: { calls.notify("outside.open", $0) })
        else { throw .badConfiguration }
        self.process = process
    }

    func start(_ process: AppProcess) -> @Sendable () async -> Void {
        let started = self.process.start(process)
        return { await started.run() }
    }
}
