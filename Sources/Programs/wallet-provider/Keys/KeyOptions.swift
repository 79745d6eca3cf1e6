// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import HSM
import ServerState
import WalletProvider

/// The purpose of the keys that a command is about.
struct KeyPurposeArgument: ParsableArguments {
    @Argument(help: "certificate, result or attestation.")
    var purpose: SigningPurpose

    /// The error for a missing next key.
    var noNextKey: StartError {
        StartError("There is no next \(purpose.rawValue) key. Make it with: wallet-provider keys next \(purpose.rawValue)")
    }
}

/// The options of every command that changes keys: where accounts and keys are, and who runs the command.
struct KeyChangeOptions: ParsableArguments {
    @OptionGroup
    var backend: BackendOptions

    @OptionGroup
    var person: OperatorOptions

    /// Opens accounts and keys without the witness, which does not record changes of keys.
    func withKeys(_ body: (AuditedKeys) async throws -> Void) async throws {
        try await backend.withUnwitnessed { store, hsm in try await body(AuditedKeys(hsm: hsm, store: store, actor: person.actor)) }
    }
}

/// The provider's keys, and the audit log that records each change of the keys.
struct AuditedKeys {
    let hsm: any HSM & KeyAdministration
    let store: any AuditStore
    let actor: AuditActor

    /// Writes an act to the audit log; call it before the change.
    func record(_ act: AuditAct) async throws {
        try await AuditLog(store: store, hsm: hsm, clock: { Date() }).record(act, by: actor)
    }
}

/// The number of days for which former keys still verify.
enum VerifyDays {
    /// Checks the range of `--old-keys-verify-days`.
    static func check(_ days: Int) throws {
        guard (0...36_525).contains(days) else { throw ValidationError("--old-keys-verify-days must be 0 to 36525") }
    }

    /// Returns the instant until which former keys verify.
    static func end(_ days: Int, from now: Date) -> Date { now.addingTimeInterval(Double(days) * 86_400) }
}
