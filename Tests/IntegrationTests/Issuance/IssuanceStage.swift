// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import SimulatedPhone
import Testing
import WalletCore
import WalletInterface

/// What issuances need beside a phone and a provider.
extension Fixture {
    /// Logs in at the address of a state and hands the link over, as the system does.
    ///
    /// - Returns: the link, when the core's slot takes it and it continues a session.
    func comeBack(
        _ core: WalletCore, from url: String, as person: TestIssuer.Person? = TestIssuer.Person()
    ) async throws -> WalletCore.Link {
        let address = try issuer.browse(url, as: person)
        return try await link(core, address)
    }

    /// Hands a link over and takes it.
    func link(_ core: WalletCore, _ address: String) async throws -> WalletCore.Link {
        guard case .waits(let pending) = try await core.receive(link: address) else { throw Refused() }
        guard case .continuesSession(let link) = try await core.takePendingLink(pending.ticket) else { throw Refused() }
        return link
    }

    /// The slot did not take the link, or it continues no session.
    struct Refused: Error {}

    /// The address for the browser.
    func login(_ core: WalletCore) async throws -> String {
        guard case .awaitingAuthentication(let url, _) = try await core.startIssuance() else { throw Refused() }
        return url
    }

    /// The address for the browser.
    func recoveryLogin(_ core: WalletCore) async throws -> String {
        guard case .awaitingAuthentication(let url, _) = try await core.startPINRecovery() else { throw Refused() }
        return url
    }

    /// A core that is unlocked.
    func openCore(_ kill: KillSwitch? = nil) async throws -> WalletCore {
        let core = try await launchCore(kill)
        if try await core.hasRemotePIN() {
            #expect(try await core.unlock(pin: pin(Self.right)) == .valid)
        } else {
            try await core.register(pin: pin(Self.right))
        }
        return core
    }

    /// A core whose session has its preview.
    func previewedCore() async throws -> (core: WalletCore, preview: IssuancePreview) {
        let core = try await openCore()
        let link = try await comeBack(core, from: login(core))
        return (core, try await core.continueIssuance(link))
    }

    /// A core with a PID, unlocked.
    func coreWithPID() async throws -> WalletCore {
        let core = try await previewedCore().core
        guard case .issued = try await core.acceptIssuance(pin: pin(Self.right)) else { throw Refused() }
        return core
    }

    /// How many credential keys the provider holds.
    func keyCount() async throws -> Int { try await count("SELECT count(*) FROM wallet_key WHERE purpose = 'credential'") }
}

extension WalletCore {
    /// A link that the core has recognised.
    typealias Link = UniversalLink
}

/// Whether a call fails with that problem.
func expect(_ problem: IssuanceProblem, at location: SourceLocation = #_sourceLocation, _ call: () async throws -> Any) async {
    await expect(.issuance(problem), at: location, call)
}

/// Whether a call fails with that code.
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
