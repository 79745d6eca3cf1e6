// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import DeviceAttestation
import Foundation
import ServerCommands
import ServerState

/// The criteria for an Android attestation, apart from root, time, challenge and app.
struct AndroidVerdictOptions: ParsableArguments {
    @Option(
        name: .customLong("signing-digest"),
        help: ArgumentHelp("SHA-256 of an accepted app-signing certificate; may be repeated.", valueName: "hex"))
    var signingDigests: [HexBytes] = []

    @Option(help: ArgumentHelp("The oldest accepted security patch level.", valueName: "yyyy-mm"))
    var patchLevel: PatchLevel?

    @Flag(inversion: .prefixedNo, help: "Require a locked boot loader and a system signed by the device's maker.")
    var verifiedBoot = true

    @Option(
        name: .customLong("verified-boot-key"),
        help: ArgumentHelp("An accepted signing key of the system; may be repeated.", valueName: "hex"))
    var verifiedBootKeys: [HexBytes] = []

    @Option(
        name: .customLong("self-signed-boot-key"),
        help: ArgumentHelp("An accepted key of a system that no device maker signs; may be repeated.", valueName: "hex"))
    var selfSignedBootKeys: [HexBytes] = []

    @Option(name: .customLong("security-level"), help: "An accepted security level of keys; may be repeated. Default: tee and strongbox.")
    var securityLevels: [SecurityLevel] = []

    @Option(help: "The certificates whose dates are checked.")
    var certificateValidity = AndroidAttestationPolicy.CertificateValidity.issuersUnlessFromFactory

    @Option(help: ArgumentHelp("Google's list of revoked certificates; required for acceptance.", valueName: "json"))
    var revocationList: String?

    @Option(help: ArgumentHelp("The time when the list was fetched. Default: the file's modification time.", valueName: "time"))
    var revocationListTime: ISO8601Time?

    @Option(name: .customLong("revocation-max-age"), help: ArgumentHelp("The maximum age of the list.", valueName: "seconds"))
    var revocationListAge = 86_400

    var isGiven: Bool {
        !signingDigests.isEmpty || patchLevel != nil || !verifiedBoot || !verifiedBootKeys.isEmpty || !selfSignedBootKeys.isEmpty
            || !securityLevels.isEmpty
            || revocationList != nil || revocationListTime != nil
    }

    /// The security levels by short names.
    enum SecurityLevel: String, ExpressibleByArgument, CaseIterable {
        case tee, strongbox, software

        var level: AndroidKeyDescription.SecurityLevel {
            switch self {
            case .tee: .trustedEnvironment
            case .strongbox: .strongBox
            case .software: .software
            }
        }
    }

    /// Checks the options that `--kind android` requires.
    func validateForUse() throws {
        guard !signingDigests.isEmpty, signingDigests.allSatisfy({ $0.bytes.count == 32 }) else {
            throw ValidationError("at least one --signing-digest is needed: 64 hexadecimal digits")
        }
        guard patchLevel != nil else { throw ValidationError("--patch-level is needed") }
        guard revocationListAge >= 0 else { throw ValidationError("--revocation-max-age must not be negative") }
    }

    func policy(packageNames: Set<String>) throws -> AndroidAttestationPolicy {
        guard let patchLevel else { throw ValidationError("--patch-level is needed") }
        let levels = securityLevels.isEmpty ? [.tee, .strongbox] : securityLevels
        return AndroidAttestationPolicy(
            packageNames: packageNames, signingCertificateDigests: Set(signingDigests.map(\.bytes)), minimumOSPatchLevel: patchLevel,
            securityLevels: Set(levels.map(\.level)), requiresVerifiedBoot: verifiedBoot,
            verifiedBootKeys: Set(verifiedBootKeys.map(\.bytes)), selfSignedBootKeys: Set(selfSignedBootKeys.map(\.bytes)),
            certificateValidity: certificateValidity,
            maximumRevocationListAge: TimeInterval(revocationListAge))
    }

    /// The revocation list; nil if the option is not set.
    ///
    /// - Throws: `StartError` if the file is not a readable list.
    func list() throws -> AndroidRevocationList? {
        guard let revocationList else { return nil }
        let bytes = try InputFile(path: revocationList).bytes()
        let file = URL(filePath: revocationList).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: file)
        guard let fetchedAt = revocationListTime?.date ?? attributes?[.modificationDate] as? Date,
            let list = try? AndroidRevocationList(json: bytes, fetchedAt: fetchedAt)
        else { throw StartError("\(revocationList) cannot be read as a list of revoked certificates") }
        return list
    }
}
