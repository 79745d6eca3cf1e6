// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import DeviceAttestation
import Foundation
import Logging
import ServerCommands
import ServerState
import WalletProvider
import WalletProviderHTTP

/// The accepted Android phones; none unless roots, app, signer, patch level and revocation list are given.
struct AndroidOptions: ParsableArguments {
    @Option(
        name: .customLong("android-root"),
        help: ArgumentHelp(
            "Android: a trusted root of attestations, or Google's roots.json; may be repeated.", valueName: "pem"))
    var roots: [String] = []

    @Option(
        name: .customLong("android-app-id"),
        help: ArgumentHelp("Android: an accepted package; may be repeated.", valueName: "package"))
    var packageNames: [String] = []

    @Option(
        name: .customLong("android-signing-digest"),
        help: ArgumentHelp(
            "Android: SHA-256 of an accepted app-signing certificate; may be repeated.", valueName: "hex"))
    var signingDigests: [HexBytes] = []

    @Option(
        name: .customLong("android-patch-level"),
        help: ArgumentHelp("Android: the oldest accepted security patch level.", valueName: "yyyy-mm"))
    var patchLevel: PatchLevel?

    @Option(
        name: .customLong("android-verified-boot-key"),
        help: ArgumentHelp(
            "Android: an accepted signing key of the operating system; may be repeated. Default: the keys of all device makers.",
            valueName: "hex"))
    var verifiedBootKeys: [HexBytes] = []

    @Option(
        name: .customLong("android-self-signed-boot-key"),
        help: ArgumentHelp(
            "Android: a key of a system that no device maker signs, such as GrapheneOS; may be repeated. Default: none.",
            valueName: "hex"))
    var selfSignedBootKeys: [HexBytes] = []

    @Option(name: .customLong("android-certificate-validity"), help: "Android: the certificates whose dates are checked.")
    var certificateValidity = AndroidAttestationPolicy.CertificateValidity.issuersUnlessFromFactory

    @Option(
        name: .customLong("android-revocation-list"),
        help: ArgumentHelp(
            "Android: Google's list of revoked certificates: a file that another program updates, or an https address.",
            valueName: "path-or-url"))
    var revocationList: String?

    @Option(
        name: .customLong("android-revocation-max-age"),
        help: ArgumentHelp("Android: the maximum age of the list; with an older list no phone can register.", valueName: "seconds"))
    var revocationListAge = 86_400

    @Option(
        name: .customLong("android-revocation-interval"),
        help: ArgumentHelp("Android: the interval between readings of the list.", valueName: "seconds"))
    var revocationListInterval = 3600

    @Option(
        name: .customLong("android-revocation-seconds"),
        help: ArgumentHelp(
            "Android: how long the list's server may take to accept a connection, and to send each next piece.", valueName: "seconds"))
    var revocationListSeconds = Timeouts.production.revocationListPause.wholeSeconds

    var isGiven: Bool {
        !roots.isEmpty || !packageNames.isEmpty || !signingDigests.isEmpty || patchLevel != nil || !verifiedBootKeys.isEmpty
            || !selfSignedBootKeys.isEmpty || revocationList != nil
    }

    func validate() throws {
        guard isGiven else { return }
        guard !roots.isEmpty, !packageNames.isEmpty, !signingDigests.isEmpty, patchLevel != nil, let revocationList else {
            throw ValidationError(
                "give --android-root, --android-app-id, --android-signing-digest, --android-patch-level and --android-revocation-list together"
            )
        }
        guard signingDigests.allSatisfy({ $0.bytes.count == 32 }) else {
            throw ValidationError("--android-signing-digest must be a SHA-256 digest: 64 hexadecimal digits")
        }
        guard (60...(31 * 86_400)).contains(revocationListAge) else {
            throw ValidationError("--android-revocation-max-age must be 60 to \(31 * 86_400) seconds")
        }
        guard (1...revocationListAge).contains(revocationListInterval) else {
            throw ValidationError("--android-revocation-interval must be between 1 second and the list's maximum age")
        }
        try TimeLimitOption.check([("android-revocation-seconds", revocationListSeconds)], in: 1...60)
        guard Self.source(revocationList, within: .production) != nil else {
            throw ValidationError("--android-revocation-list must be the path of a file, or an https address without user and query")
        }
    }

    /// Sets the time limit of the connection to the list's server.
    func apply(to timeouts: inout Timeouts) { timeouts.revocationListPause = .seconds(revocationListSeconds) }

    /// The service that refreshes the revocation list; nil if Android phones are not accepted.
    func revocationListKeeper(_ timeouts: Timeouts, logger: Logger) -> RevocationListKeeper? {
        revocationList.flatMap { Self.source($0, within: timeouts) }.map {
            RevocationListKeeper(source: $0, interval: .seconds(revocationListInterval), now: { Date() }, logger: logger)
        }
    }

    /// The acceptance criteria for Android phones; nil if they are not accepted.
    ///
    /// - Throws: `StartError` if a file cannot be read or must not be trusted.
    func devices(listedBy keeper: RevocationListKeeper?, allowsDevelopment: Bool) throws -> AcceptedDevices.Android? {
        guard let keeper, let patchLevel else { return nil }
        let policy = AndroidAttestationPolicy(
            packageNames: Set(packageNames), signingCertificateDigests: Set(signingDigests.map(\.bytes)), minimumOSPatchLevel: patchLevel,
            verifiedBootKeys: Set(verifiedBootKeys.map(\.bytes)), selfSignedBootKeys: Set(selfSignedBootKeys.map(\.bytes)),
            certificateValidity: certificateValidity,
            maximumRevocationListAge: TimeInterval(revocationListAge))
        let roots = try roots.flatMap { try InputFile(path: $0).roots(allowsDevelopment: allowsDevelopment, mustBeRoots: true) }
        return AcceptedDevices.Android(
            verifier: AndroidKeyAttestationVerifier(roots: roots, policy: policy), revocationList: { keeper.current })
    }

    private static func source(_ text: String, within timeouts: Timeouts) -> RevocationListSource? {
        guard text.contains("://") else { return text.isEmpty ? nil : .file(text) }
        return HTTPSAddress(text).map { .address($0, within: timeouts) }
    }
}
