// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ConfigurationState
import Foundation
import PhoneSimulator
import ServerState
import TestEnvironment
import Testing
import WalletConfiguration

@testable import wallet

/// The signed configuration of servers that run elsewhere: one line for each that cannot be used.
@Suite(.timeLimit(.minutes(20))) struct ExternalDocumentTests {
    private let directory: TemporaryDirectory

    private static let year: TimeInterval = 366 * 86_400

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Reads a document that is refused; returns the line.
    private func refusal(
        of document: ExternalDocument?, by trust: DocumentTrust, roots: [[UInt8]]? = nil, at now: Date
    ) async throws -> String {
        let document = try #require(document)
        let error = await #expect(throws: StartError.self) {
            try await document.read(signedBy: trust, roots: roots, within: .seconds(60), at: now)
        }
        let line = try #require(error).description
        #expect(line.hasPrefix("--external: ") && line.contains("Nothing was changed") && !line.contains("\n"))
        return line
    }

    /// The present address of one of the demo's servers.
    private func server(_ address: ServiceAddress, of stage: DemoStage) -> ExternalDocument? {
        ExternalDocument(String(stage.resolve(address.url.text + "/").dropLast()))
    }

    @Test func `a server's configuration is fetched over its roots and verified by its signers, and nothing else is taken`() async throws {
        let stage = try await DemoStage(at: directory.path("state"))
        let (trust, edition) = (stage.documents.trust, stage.documents.edition)
        let roots = edition.services.configuration.tlsRoots
        let issuer = try stage.issuer.address().address
        let now = stage.phone.worldClock.now
        try await stage.withWallet { _ in
            let server = try #require(self.server(edition.services.configuration, of: stage))
            let document = try await server.read(signedBy: trust, roots: roots, within: .seconds(60), at: now)
            #expect(document.contents.provider == edition.provider && document.contents.services == edition.services)

            for wrong in [issuer.tlsRoots, nil] {
                let line = try await refusal(of: server, by: trust, roots: wrong, at: now)
                #expect(line.contains("has no TLS certificate"))
            }
            // Another key, also one of the same name.
            for name in [nil, try SigningKey(file: stage.documents.files.signingKey).keyID] {
                let other = try SigningKey(creatingFor: trust.environment, keyID: name).trust
                let line = try await refusal(of: server, by: other, roots: roots, at: now)
                #expect(line.contains("is not signed with a key of --signers"))
            }
            let elsewhere = DocumentTrust(environment: try #require(EnvironmentName("elsewhere")), keys: trust.keys)
            #expect(try await refusal(of: server, by: elsewhere, roots: roots, at: now).contains("is of another environment"))
            #expect(try await refusal(of: server, by: trust, roots: roots, at: now + 2 * Self.year).contains("has expired"))
            #expect(try await refusal(of: server, by: trust, roots: roots, at: now - 2 * Self.year).contains("is not valid yet"))
            // The issuer is a server, but none of configurations.
            let other = self.server(issuer, of: stage)
            #expect(try await refusal(of: other, by: trust, roots: issuer.tlsRoots, at: now).contains("answers with status 404"))
        }
        let closed = server(edition.services.configuration, of: stage)
        #expect(try await refusal(of: closed, by: trust, roots: roots, at: now).contains("cannot be reached"))
    }

    @Test func `a file is what an app ships with: its dates do not count, its signers and its issuer do`() async throws {
        let stage = try await DemoStage(at: directory.path("state"))
        let trust = stage.documents.trust
        let now = stage.phone.worldClock.now
        let key = try SigningKey(file: stage.documents.files.signingKey)
        var contents = stage.documents.edition
        let file = ExternalDocument.file(directory.path("configuration.jwt"))
        func sign(_ version: Int64) throws {
            _ = try ConfigurationSigner(key: key, trust: trust).sign(
                contents, version: version, issuedAt: 1_600_000_000, expiresAt: 1_600_086_400, to: directory.path("configuration.jwt"))
        }
        try sign(1)
        let document = try await file.read(signedBy: trust, roots: nil, within: .seconds(60), at: now)
        #expect(document.version == 1)
        #expect(try ExternalServers(document: document, trust: trust, sites: []).address == contents.services.configuration.url.text)

        let other = try SigningKey(creatingFor: trust.environment).trust
        #expect(try await refusal(of: file, by: other, at: now).contains("is not signed with a key of --signers"))
        let missing = ExternalDocument.file(directory.path("missing"))
        #expect(try await refusal(of: missing, by: trust, at: now).contains("No such file"))

        contents.services = Services(configuration: contents.services.configuration, updatePolicy: contents.services.updatePolicy)
        try sign(2)
        let withoutIssuer = try await file.read(signedBy: trust, roots: nil, within: .seconds(60), at: now)
        let error = #expect(throws: StartError.self) { try ExternalServers(document: withoutIssuer, trust: trust, sites: []) }
        #expect(error?.description.contains("names no issuer of PIDs. Nothing was changed") == true)
    }

    @Test(arguments: [
        "http://config.example", "HTTPS://config.example", "ftp://config.example", "https://", "https://config.example/",
        "https://Config.example", "https://config.example:443", "https://config.example:0", "https://config.example?a=b",
        "https://config.example#a", "https://person@config.example", "https://config.example/../b", " https://config.example",
    ])
    func `an address that is not https in its plain form is refused`(text: String) {
        #expect(ExternalDocument(text) == nil)
        #expect(throws: (any Error).self) { try Demo.parse(["--external", text, "--signers", "signers.json"]) }
    }

    @Test func `a text with a scheme is an address, any other text a path`() throws {
        for text in ["https://config.example", "https://config.example:8443/wallet", "https://127.0.0.1:8443"] {
            let address = try #require(WebAddress(base: text))
            #expect(ExternalDocument(text) == .server(address))
        }
        for text in ["configuration.jwt", "/srv/configuration.jwt", "config.example:8443"] {
            #expect(ExternalDocument(text) == .file(text))
        }
    }
}
