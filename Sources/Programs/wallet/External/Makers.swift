// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import DeviceAttestation
import Foundation
import PhoneSimulator
import ServerState
import SwiftASN1
import X509

/// `wallet makers`: prints the data with which a provider that runs elsewhere accepts the simulated phone.
struct Makers: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the options with which wallet-provider serve accepts the simulated iPhone and Android phone.",
        discussion: """
            Writes the roots of the phones' makers to DIRECTORY/apple-root.pem and google-root.pem; they are the same at every call. The provider \
            then accepts only this directory's phones; `demo --fresh` with --external keeps their makers. For tests only: everyone with the \
            directory can make such phones. DIRECTORY/android-revoked.json is the Android maker's list of revoked certificates. It is empty, and \
            a provider uses it for 31 days: then run this command again.
            """)

    /// The maximum age of the list of revoked certificates, in seconds: the longest that wallet-provider takes.
    private static let revocationListAge = 31 * 86_400

    @Option(help: ArgumentHelp("The state directory of the phone. Default: \(DemoDirectory.defaultPath)", valueName: "directory"))
    var state: String?

    func validate() throws {
        guard state != "" else { throw ValidationError("--state must be the path of a directory, not an empty text") }
    }

    func run() throws {
        let directory = try DemoDirectory(path: state ?? DemoDirectory.defaultPath, isFresh: false)
        let options = try ["--allow-development-roots"] + PhoneKind.allCases.flatMap { try Self.options(for: $0, in: directory) }
        FileHandle.standardOutput.write(Data((options.joined(separator: " ") + "\n").utf8))
    }

    /// Writes the files about a kind of phone that a provider reads.
    ///
    /// - Returns: the options that name them.
    private static func options(for kind: PhoneKind, in directory: DemoDirectory) throws -> [String] {
        switch try PhoneMaker.demo(kind, in: directory) {
        case .apple(let authority, let appID, let environment):
            return [
                "--apple-root", try write(authority.root, to: DemoDirectory.appleRoot, in: directory), "--apple-app-id", "\(appID)",
                "--apple-environment", environment.rawValue,
            ]
        case .google(let authority, let app, let device):
            try directory.write(Array((DevelopmentGoogleCA.revocations + "\n").utf8), to: DemoDirectory.googleRevocations)
            return [
                "--android-root", try write(authority.root, to: DemoDirectory.googleRoot, in: directory),
                "--android-app-id", app.packageName,
                "--android-signing-digest", app.signingCertificateDigest.map { String(UInt16($0) + 256, radix: 16).suffix(2) }.joined(),
                "--android-patch-level", "\(device.osPatchLevel)",
                "--android-revocation-list", directory.state.path + "/" + DemoDirectory.googleRevocations,
                "--android-revocation-max-age", "\(revocationListAge)",
            ]
        }
    }

    /// Writes a root in PEM.
    ///
    /// - Returns: the path of the file.
    private static func write(_ root: Certificate, to name: String, in directory: DemoDirectory) throws -> String {
        try directory.write(Array((root.serializeAsPEM().pemString + "\n").utf8), to: name)
        return directory.state.path + "/" + name
    }
}
