// SPDX-License-Identifier: EUPL-1.2

import ConfigurationState
import Foundation
import PhoneSimulator
import PhoneWeb
import ServerState
import Synchronization
import WalletApp
import WalletConfiguration
import WalletProvider
import WalletProviderSQLite

/// The demo's servers, controlled by the device column through the production operators' interfaces; no result is written directly.
final class DemoWorld: World {
    private struct State {
        var policy: SignedDocument<UpdatePolicy>?
        var isSolutionRevoked = false
    }

    private let provider: DemoProvider
    private let issuer: DemoIssuer
    private let documents: DemoConfiguration
    private let portal: DemoPortal
    private let verifiers: DemoVerifiers
    private let clock: VirtualClock
    private let brand: Brand
    private let installed: @Sendable () -> String
    private let known = Mutex(State())

    /// - Parameters:
    ///   - clock: the servers' clock.
    ///   - brand: the product, whose versions the policies are about.
    ///   - installed: the version of the app on the phone.
    init(
        provider: DemoProvider, issuer: DemoIssuer, documents: DemoConfiguration, portal: DemoPortal, verifiers: DemoVerifiers,
        clock: VirtualClock, brand: Brand, installed: @escaping @Sendable () -> String
    ) {
        self.provider = provider
        self.issuer = issuer
        self.documents = documents
        self.portal = portal
        self.verifiers = verifiers
        self.clock = clock
        self.brand = brand
        self.installed = installed
    }

    /// Reads the current state, including changes by an earlier start or the developer.
    func refresh() async {
        let isRevoked = (try? await provider.store.solutionRevocation()) != nil
        known.withLock { known in
            known.policy = documents.signing.document(in: documents.files.policy)
            known.isSolutionRevoked = isRevoked
        }
    }

    var state: WorldState {
        let known = known.withLock { $0 }
        let rules = DemoPolicies(for: brand)
        let (now, installed) = (now, installed())
        return WorldState(
            appVersion: installed, policy: known.policy.flatMap { rules?.name(of: $0) },
            verdict: known.policy.flatMap { rules?.verdict(of: $0.contents, on: installed, at: now) } ?? "",
            isSolutionRevoked: known.isSolutionRevoked, portal: portal.address, hasVerifiers: true, verifierTrick: verifiers.trick)
    }

    func link(_ link: SampleLink) -> String? {
        let configuration: SignedConfiguration? = documents.signing.document(in: documents.files.configuration)
        return link.address(by: configuration?.contents ?? documents.edition)
    }

    func publish(_ policy: SamplePolicy) async throws(WorldError) {
        // An unchanged policy need not be published again, except a warning, whose period restarts.
        if policy.days == nil, state.policy == policy { return }
        do {
            guard let rules = DemoPolicies(for: brand) else { throw StartError("The demo's app has no version.") }
            let now = self.now
            let signed = try documents.signing.publish(rules.policy(policy, from: now), at: now)
            documents.refresh()
            known.withLock { $0.policy = signed }
        } catch {
            throw .notDone
        }
    }

    func revokeWallet() async throws(WorldError) {
        do {
            guard let wallet = try await provider.store.newestWallet() else { throw WorldError.noWallet }
            _ = try await provider.revoker.revoke(wallet, because: .adminRequest, by: Self.tester)
        } catch let error as WorldError {
            throw error
        } catch {
            throw .notDone
        }
    }

    func revokeHolder() async throws(WorldError) {
        let wallets: [HeldWallet]
        do {
            guard let wallet = try await provider.store.newestWallet() else { throw WorldError.noWallet }
            wallets = try await provider.revoker.revokeHolder(of: wallet, by: Self.tester)
        } catch let error as WorldError {
            throw error
        } catch {
            throw .notDone
        }
        guard !wallets.isEmpty else { throw .noPID }
    }

    func revokePID() async throws(WorldError) {
        let isRevoked: Bool
        do {
            isRevoked = try await issuer.revokeNewestPID()
        } catch {
            throw .notDone
        }
        guard isRevoked else { throw .noPID }
    }

    func revokeSolution() async throws(WorldError) {
        do {
            _ = try await provider.revoker.revokeSolution(by: Self.tester)
        } catch {
            throw .notDone
        }
        known.withLock { $0.isSolutionRevoked = true }
    }

    func play(_ trick: VerifierTrick) async throws(WorldError) { verifiers.play(trick) }

    /// The actor in the audit log.
    private static var tester: AuditActor { .operator(name: "demo") }

    private var now: Int64 { Int64(clock.now.timeIntervalSince1970) }
}
