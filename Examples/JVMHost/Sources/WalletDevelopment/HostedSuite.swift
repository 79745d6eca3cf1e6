// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import PlatformSupport
import WalletHost
import WalletPlatformTesting

/// The configuration that the host passes to `wallet_development_conformance`.
struct SuiteConfiguration: Decodable, Sendable {
    /// The phone's model and system, for the report.
    let name: String
    /// The app's own directory, which exists.
    let storageDirectory: String
    let phase: Promise.Phase
    /// The first phase's notebook in JSON, for the second phase.
    let notebook: String?
    /// The development authority of the attestations: the demo's `google-ca.pem`, whose first document is its root.
    let authority: String
    let packageName: String
    /// SHA-256 of the certificate that signs the app, 32 bytes.
    let signingCertificateDigest: Data
}

/// One phase of the conformance suite as a process on the host's phone, which performs the acts itself.
struct HostedSuite: HostedProcess {
    private let configuration: SuiteConfiguration
    private let notebook: Notebook
    private let judge: KeystoreJudge
    private let calls: HostCalls

    /// The notice `conformance.result`.
    private struct Result: Encodable {
        var notebook: String?
        var report: String?
        /// The reason why the phase did not run; nil after a phase.
        var problem: String?
    }

    /// - Throws: `badConfiguration` for an authority that cannot be used; `badJSON` for a notebook that cannot be read.
    init(_ configuration: SuiteConfiguration, _ calls: HostCalls) throws(HostFailure) {
        self.configuration = configuration
        self.calls = calls
        guard let judge = try? KeystoreJudge(configuration) else { throw .badConfiguration }
        self.judge = judge
        guard let written = configuration.notebook else {
            notebook = Notebook()
            return
        }
        guard let read = try? JSONDecoder().decode(Notebook.self, from: Data(written.utf8)) else { throw .badJSON }
        notebook = read
    }

    func start(_ process: AppProcess) -> @Sendable () async -> Void {
        { await run(process) }
    }

    private func run(_ process: AppProcess) async {
        do {
            try await ConformanceServer.run(at: process.bridges.clock.now) { server in
                let phone = InstructedPhone(
                    configuration.name, platform: .android, bridges: process.bridges, links: process.links, attestations: judge,
                    server: SuiteServer(
                        address: server.address, addressOfAnotherName: server.addressOfAnotherName, root: server.root,
                        unrelatedRoot: server.unrelatedRoot),
                    linkPrefix: "https://conformance.example/in/", guide: HostGuide(calls: calls))
                await withDiscardingTaskGroup { group in
                    group.addTask { await runPhase(on: phone) }
                    // The phase sees the events as the host tells them; the events end with `wallet_close`.
                    for await event in process.lifecycle { phone.tell(event) }
                    group.cancelAll()
                }
            }
        } catch {
            calls.notify("conformance.result", Result(problem: "the server of the suite did not start: \(error)"))
            for await _ in process.lifecycle {}
        }
    }

    private func runPhase(on phone: InstructedPhone) async {
        let notebook = await ConformanceSuite.run(configuration.phase, on: phone, with: notebook)
        guard !Task.isCancelled else { return }
        do {
            let report = try ConformanceReport(on: phone, notebook, at: phone.bridges.clock.now).json()
            let written = try JSONEncoder().encode(notebook)
            calls.notify(
                "conformance.result",
                Result(notebook: String(decoding: written, as: UTF8.self), report: String(decoding: report, as: UTF8.self)))
        } catch {
            calls.notify("conformance.result", Result(problem: "the report cannot be written: \(error)"))
        }
    }
}
