// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import PlatformSupport
import Testing
import WalletCore
import WalletInterface

/// Helpers for issuance, beside a phone and a provider.
extension Fixture {
    /// Logs in at the address of a state and delivers the link, as the system does.
    ///
    /// - Parameter person: at the issuer in memory. The real issuer always gets the same person.
    /// - Returns: the link, when the core accepts it and it continues a session.
    func comeBack(
        _ core: Core, from url: String, as person: TestIssuer.Person? = TestIssuer.Person()
    ) async throws -> Core.Link {
        try await link(core, realIssuer?.browse(url) ?? issuer.browse(url, as: person))
    }

    /// Delivers a link and takes it.
    func link(_ core: Core, _ address: String) async throws -> Core.Link {
        guard case .waits(let pending) = try await core.receive(link: address) else { throw Refused() }
        guard case .continuesSession(let link) = try await core.takePendingLink(pending.ticket) else { throw Refused() }
        return link
    }

    /// The core did not accept the link, the link continues no session, or the PIN was refused.
    struct Refused: Error {}

    /// Returns the address for the browser.
    func login(_ core: Core) async throws -> String {
        guard case .awaitingAuthentication(let url, _) = try await core.startIssuance() else { throw Refused() }
        return url
    }

    /// Returns the address for the browser.
    func recoveryLogin(_ core: Core) async throws -> String {
        guard case .awaitingAuthentication(let url, _) = try await core.startPINRecovery() else { throw Refused() }
        return url
    }

    /// Returns an unlocked core.
    func openCore(_ kill: KillSwitch? = nil) async throws -> Core {
        let core = try await launchCore(kill)
        if try await core.hasRemotePIN() {
            #expect(try await core.unlock(pin: pin(Self.right)) == .valid)
        } else {
            try await core.register(pin: pin(Self.right))
        }
        return core
    }

    /// Returns a core whose session has its preview.
    func previewedCore() async throws -> (core: Core, preview: IssuancePreview) {
        let core = try await openCore()
        return (core, try await preview(core))
    }

    /// Logs in and returns the preview.
    func preview(_ core: Core) async throws -> IssuancePreview { try await core.continueIssuance(comeBack(core, from: login(core))) }

    /// Accepts the preview with the right PIN.
    ///
    /// - Returns: the new card.
    @discardableResult
    func accept(_ core: Core) async throws -> CardID {
        guard case .issued(let card) = try await core.acceptIssuance(pin: pin(Self.right)) else { throw Refused() }
        return card
    }

    /// Returns an unlocked core with a PID.
    func coreWithPID() async throws -> Core {
        let core = try await previewedCore().core
        try await accept(core)
        return core
    }

    /// Logs in for a PIN recovery, which then awaits the new PIN.
    func identify(_ core: Core) async throws { try await core.continuePINRecovery(comeBack(core, from: recoveryLogin(core))) }

    /// Returns the number of credential keys at the provider.
    func keyCount() async throws -> Int { try await count("SELECT count(*) FROM wallet_key WHERE purpose = 'credential'") }
}

extension Core {
    /// A link that the core has recognised.
    typealias Link = UniversalLink
}

/// Expects a call to fail with that problem.
func expect(_ problem: IssuanceProblem, at location: SourceLocation = #_sourceLocation, _ call: () async throws -> Any) async {
    await expect(.issuance(problem), at: location, call)
}

/// Expects a call to fail with that code.
func expect(_ code: WalletCoreError.Code, at location: SourceLocation = #_sourceLocation, _ call: () async throws -> Any) async {
    do {
        _ = try await call()
        Issue.record("nothing was thrown, expected \(code)", sourceLocation: location)
    } catch let error as WalletCoreError {
        #expect(error.code == code, "\(error)", sourceLocation: location)
    } catch {
        Issue.record("\(error) was thrown, expected \(code)", sourceLocation: location)
    }
}
