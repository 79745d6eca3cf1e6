// SPDX-License-Identifier: EUPL-1.2

import ConfigurationState
import DemoSites
import Foundation
import PhoneSimulator
import PhoneWeb
import Registrar
import TestEnvironment
import Testing
import WalletConfiguration
import WalletProviderSQLite

@testable import WalletCore
@testable import wallet

/// The demo's verifier with its four parties, and their sites.
@Suite(.timeLimit(.minutes(20))) struct DemoVerifiersTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [0, 0.4, 0.5, 0.9])
    func `keys and certificates are kept over a restart, and certificates made anew before they expire`(fraction: Double) throws {
        let now = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down) + fraction)
        func registry() throws -> DemoRegistry {
            try DemoRegistry(directory: directory.url.path, type: "urn:test:1")
        }
        let first = try registry().parties(at: now)
        #expect(Set(first.map(\.site)) == Set(DemoSite.allCases) && Set(first.map(\.apiKey)).count == 4)
        let again = try registry().parties(at: now + 300 * 86_400)
        #expect(again.map(\.apiKey) == first.map(\.apiKey) && again.map(\.registration) == first.map(\.registration))
        #expect(again.map(\.certificate.identity) == first.map(\.certificate.identity))
        let secret = try registry().secret()
        #expect(try registry().secret() == secret)
        for days in [340.0, 731, -2] {
            let later = try registry().parties(at: now + days * 86_400)
            for (before, after) in zip(first, later) {
                #expect(before.certificate.clientID != after.certificate.clientID && before.registration != after.registration)
                #expect(before.apiKey == after.apiKey)
                #expect(after.isCurrent(at: now + days * 86_400))
            }
        }
    }

    @Test(arguments: ["parties/town/registration.jwt", nil])
    func `a party whose registration says something else registers anew, and the others keep theirs`(source: String?) throws {
        func parties() throws -> [DemoParty] {
            try DemoRegistry(directory: directory.url.path, type: "urn:test:1").parties(at: Date())
        }
        let before = try parties()
        // As in the directory of an earlier version, or damaged.
        let other = try source.map { try String(contentsOfFile: directory.path($0), encoding: .utf8) } ?? "garbage"
        try other.write(toFile: directory.path("parties/shop/registration.jwt"), atomically: true, encoding: .utf8)
        let after = try parties()
        for (before, after) in zip(before, after) {
            #expect((before.registration == after.registration) == (before.site != .shop))
            #expect(before.apiKey == after.apiKey)
        }
        #expect(after.first { $0.site == .shop }?.registration != other)
        #expect(try parties().map(\.registration) == after.map(\.registration))
    }

    @Test func `a certificate that names another host is made anew, and the party keeps its key`() throws {
        func registry() throws -> DemoRegistry { try DemoRegistry(directory: directory.url.path, type: "urn:test:1") }
        let first = try registry().parties(at: Date())
        let (shop, town) = (directory.path("parties/shop/certificate.pem"), directory.path("parties/town/certificate.pem"))
        try Data(contentsOf: URL(filePath: shop)).write(to: URL(filePath: town))
        let next = try registry().parties(at: Date())
        for (before, after) in zip(first, next) {
            #expect(before.apiKey == after.apiKey && after.isCurrent(at: Date()))
            #expect((before.certificate.identity == after.certificate.identity) == (before.site != .town))
        }
        #expect(Set(DemoVerifiers.hosts).count == DemoSite.allCases.count && Set(next.map(\.certificate.pem)).count == next.count)
    }

    @Test func `a damaged key is named, and stays`() throws {
        func registry() throws -> DemoRegistry {
            try DemoRegistry(directory: directory.url.path, type: "urn:test:1")
        }
        _ = try registry().parties(at: Date())
        let path = directory.path("parties/shop/key.pem")
        try "garbage".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: (any Error).self) { try registry().parties(at: Date()) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "garbage")
    }

    @Test func `the configuration names the verifiers' roots, and what logs in`() async throws {
        let stage = try await DemoStage(at: directory.path("state"))
        let sharing = try #require(stage.documents.edition.sharing)
        #expect(try sharing == stage.verifiers.sharing())
        #expect(sharing.login?.sdJWT.path == ["personal_administrative_number"])
        #expect(Set(sharing.accessRoots + sharing.registrarRoots + sharing.tlsRoots).count == 3)
        #expect(try ConfigurationDocument(json: stage.documents.edition.json) == stage.documents.edition)
    }

    @Test func `a configuration of an earlier version of the demo gets the verifiers, with a higher version`() async throws {
        let stage = try await DemoStage(at: directory.path("state"))
        let files = stage.documents.files
        let now = Int64(stage.phone.worldClock.now.timeIntervalSince1970)
        let document: SignedConfiguration = try #require(stage.documents.signing.document(in: files.configuration))
        let sharing = try #require(document.contents.sharing)
        let (documents, trust) = (DemoDocuments(files: files, now: now), stage.documents.trust)
        try documents.add(sharing, trusting: trust)
        let same: SignedConfiguration = try #require(stage.documents.signing.document(in: files.configuration))
        #expect(same.version == document.version)

        var earlier = document.contents
        earlier.sharing = nil
        _ = try ConfigurationSigner(key: SigningKey(file: files.signingKey), trust: trust).sign(
            earlier, version: document.version + 1, issuedAt: now, expiresAt: now + DemoDocuments.life, to: files.configuration)
        try documents.add(sharing, trusting: trust)
        let added: SignedConfiguration = try #require(stage.documents.signing.document(in: files.configuration))
        #expect(added.version == document.version + 2 && added.contents == document.contents)
    }

    @Test func `the demo starts on a directory of a version without sites, and the phone gets them`() async throws {
        let path = directory.path("state")
        do {
            let stage = try await DemoStage(at: path)
            let files = stage.documents.files
            var earlier = stage.documents.edition
            earlier.sharing = nil
            for file in [files.configuration, files.configurationContents] { try FileManager.default.removeItem(atPath: file) }
            let now = Int64(stage.phone.worldClock.now.timeIntervalSince1970)
            _ = try DemoDocuments(files: files, now: now).make(configuration: earlier, policy: UpdatePolicy(rules: []))
            #expect(try !String(contentsOfFile: files.configurationContents, encoding: .utf8).contains("\"sharing\""))
            try stage.provider.store.close()
        }
        for part in [DemoDirectory.verifier, DemoDirectory.sites] { try FileManager.default.removeItem(atPath: "\(path)/\(part)") }

        let stage = try await DemoStage(at: path)
        let files = stage.documents.files
        let document: SignedConfiguration = try #require(stage.documents.signing.document(in: files.configuration))
        let sharing = try stage.verifiers.sharing()
        #expect(document.version == 2 && document.contents.sharing == sharing)
        #expect(try String(contentsOfFile: files.configurationContents, encoding: .utf8).contains("\"sharing\""))
        #expect(stage.world.state.hasVerifiers)
        try await stage.withWallet { core in
            #expect(await core.fetchesConfiguration())
            let visitor = try SiteVisitor(stage)
            for site in DemoSite.allCases { #expect(try await visitor.post(site.address + "/start").status == 303) }
        }
    }

    @Test(arguments: DemoSite.allCases)
    func `each site's start page begins a session at the verifier's page, which shows link and code`(site: DemoSite) async throws {
        let stage = try await DemoStage(at: directory.path("state"))
        try await stage.withWallet { _ in
            let visitor = try SiteVisitor(stage)
            let front = try await visitor.get(site.address + "/")
            #expect(front.status == 200 && front.text.contains("action=\"start\"") && !front.text.contains("<script"))
            let begun = try await visitor.post(site.address + "/start")
            let page = try #require(begun.location)
            #expect(begun.status == 303 && page.hasPrefix("https://delen.\(site.host)/s/"))
            let open = try await visitor.get(page)
            #expect(open.status == 200 && open.text.contains("https://app.wallet.example/wallet/disclosure?"))
            let picture = try #require(open.text.firstMatch(of: /src="(\/s\/[^"]+code\.png[^"]+)"/)).output.1
            #expect(try await visitor.get("https://delen.\(site.host)" + picture).status == 200)
            #expect(try await visitor.get(site.returnAddress).text.contains("data-screen=\"Waiting\""))

            let other = try SiteVisitor(stage)
            let refused = try await other.get(site.returnAddress + "?response_code=guess")
            #expect(refused.status == 403 && refused.text.contains("data-screen=\"OtherBrowser\""))
            #expect(try await other.get(page).status == 403)
        }
    }

    @Test func `a verifier that has vanished is not reached, and is back afterwards`() async throws {
        let stage = try await DemoStage(at: directory.path("state"))
        try await stage.withWallet { _ in
            let visitor = try SiteVisitor(stage)
            try await stage.world.play(.vanish)
            #expect(stage.world.state.verifierTrick == .vanish && stage.world.state.hasVerifiers)
            #expect(try await visitor.post(DemoSite.shop.address + "/start").status == 503)
            try await stage.world.play(.none)
            #expect(try await visitor.post(DemoSite.shop.address + "/start").status == 303)
        }
    }

    @Test func `sessions that end early are over for the wallet`() async throws {
        let stage = try await DemoStage(at: directory.path("state"))
        try await stage.withWallet { _ in
            let visitor = try SiteVisitor(stage)
            let page = try #require(try await visitor.post(DemoSite.shop.address + "/start").location)
            let text = try await visitor.get(page).text
            let link = try #require(text.firstMatch(of: /request_uri=([^"&]+)/)).output.1
            let address = try #require(String(link).removingPercentEncoding)
            try await stage.world.play(.expire)
            #expect(try await visitor.get(address).status == 409)
            #expect(try await visitor.get(DemoSite.shop.returnAddress).location == "done")
            #expect(try await visitor.get(DemoSite.shop.address + "/done").text.contains("data-screen=\"Expired\""))
        }
    }
}

extension Core {
    /// Fetches the configuration; true if a newer one was accepted.
    fileprivate func fetchesConfiguration() async -> Bool {
        await shared.configuration.feed.poll(shared.configuration.addresses(\.configuration)) == .accepted
    }
}
