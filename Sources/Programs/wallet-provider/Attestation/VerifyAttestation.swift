// SPDX-License-Identifier: EUPL-1.2

public import ArgumentParser
import Crypto
public import DeviceAttestation
import Foundation
import ServerCommands
import ServerState

/// `wallet-provider attestation verify`: verifies an attestation in files and prints the verdict and every field as JSON.
struct VerifyAttestation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verify an attestation in files; print the verdict and every field as JSON.",
        discussion: """
            Exit code 0: accepted. 1: refused; the member `reason` says why. 2: the command line is wrong, or a file cannot be read.

            FILES: for an iPhone the attestation object, in CBOR or Base64; for an Android phone the chain in PEM or DER, in one file or several, \
            the key's own certificate first. The files stay on this computer, and nothing is fetched.
            """)

    /// Exit codes besides 0.
    enum Exit {
        static let refused = ExitCode(1)
        static let unusable = ExitCode(2)
    }

    @Argument(help: "The attestation.", completion: .file())
    var files: [String]

    @Option(help: "The kind of the device: apple or android.")
    var kind: AttestationReport.Kind

    @Option(help: ArgumentHelp("A trusted root, or Google's roots.json; may be repeated.", valueName: "pem"))
    var root: [String]

    @Option(help: ArgumentHelp("The time of the verification, in ISO 8601. Default: now.", valueName: "time"))
    var time: ISO8601Time?

    @Option(help: ArgumentHelp("The provider's challenge; the attestation must contain its SHA-256.", valueName: "text"))
    var challenge: String?

    @Option(help: ArgumentHelp("Instead of --challenge: the bytes that the attestation must contain.", valueName: "hex"))
    var challengeHash: HexBytes?

    @Option(
        name: .customLong("app-id"),
        help: ArgumentHelp("Apple: team id, a dot, bundle id. Android: a package; may be repeated.", valueName: "id"))
    var appIDs: [String]

    @Option(help: "Apple: the App Attest environment.")
    var environment = AppAttestEnvironment.production

    @OptionGroup(title: "Android")
    var android: AndroidVerdictOptions

    func validate() throws {
        guard !files.isEmpty, kind == .android || files.count == 1 else {
            throw ValidationError("give one file for an iPhone, one or more for an Android phone")
        }
        guard !root.isEmpty else { throw ValidationError("at least one --root is needed") }
        guard (challenge == nil) != (challengeHash == nil) else {
            throw ValidationError("give either --challenge or --challenge-hash")
        }
        switch kind {
        case .apple:
            guard appIDs.count == 1, AppID(parsing: appIDs[0]) != nil else {
                throw ValidationError("one --app-id is needed: a team id of ten characters, a dot and a bundle id")
            }
            guard !android.isGiven else { throw ValidationError("options for Android cannot be combined with --kind apple") }
        case .android:
            guard !appIDs.isEmpty else { throw ValidationError("at least one --app-id is needed") }
            try android.validateForUse()
        }
    }

    func run() async throws {
        let report: AttestationReport
        do {
            report = try await self.report()
            FileHandle.standardOutput.write(Data(try report.json() + Array("\n".utf8)))
        } catch {
            FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
            throw Exit.unusable
        }
        if report.verdict == .refused { throw Exit.refused }
    }

    private func report() async throws -> AttestationReport {
        let roots = try root.flatMap { try InputFile(path: $0).roots(allowsDevelopment: true) }
        let time = time?.date ?? Date()
        let expected = challengeHash?.bytes ?? Array(SHA256.hash(data: Array((challenge ?? "").utf8)))
        switch kind {
        case .apple:
            guard let appID = appIDs.first.flatMap(AppID.init(parsing:)), let file = files.first else {
                throw ValidationError("an iPhone's attestation needs one file and one --app-id")
            }
            return await AppAttestVerifier(roots: roots, appID: appID, environment: environment).report(
                attestation: try Self.object(in: try InputFile(path: file).bytes(), path: file), clientDataHash: expected, at: time)
        case .android:
            let policy = try android.policy(packageNames: Set(appIDs))
            return AndroidKeyAttestationVerifier(roots: roots, policy: policy).report(
                chain: try files.flatMap { try InputFile(path: $0).certificates() }, challenge: expected,
                revocationList: try android.list(), at: time)
        }
    }

    /// The object from binary or Base64 with line breaks. A CBOR object begins with a byte that does not occur in ASCII text.
    private static func object(in bytes: [UInt8], path: String) throws -> [UInt8] {
        guard let first = bytes.first, first < 0x80 else { return bytes }
        let text = bytes.filter { ![0x0A, 0x0D, 0x20, 0x09].contains($0) }
        guard let data = Data(base64Encoded: Data(text)) else { throw StartError("\(path) is neither CBOR nor Base64") }
        return Array(data)
    }
}

extension AttestationReport.Kind: ExpressibleByArgument {}
