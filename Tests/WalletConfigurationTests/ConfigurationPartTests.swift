// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import Testing
import WalletConfiguration

/// The parts of a configuration that the operators of its servers make.
struct ConfigurationPartTests {
    private let samples = Samples()

    private func address(_ url: String) throws -> ServiceAddress {
        ServiceAddress(url: try #require(WebAddress(base: url)), tlsRoots: [Samples.root(1)])
    }

    private func provider(acceptsSimulatedPhones: Bool = false) throws -> ConfigurationPart {
        ConfigurationPart(
            provider: ProviderAddress(
                address: try address("https://provider.example"), certificateKeys: ["c": JWK(samples.key.publicKey)],
                resultKeys: ["r": JWK(samples.otherKey.publicKey)]), acceptsSimulatedPhones: acceptsSimulatedPhones)
    }

    private func issuer() throws -> ConfigurationPart {
        ConfigurationPart(
            pidIssuer: PIDIssuerAddress(
                address: try address("https://issuer.example"), documentRoots: [Samples.root(2)], clientID: "https://wallet.example"),
            pid: PIDSettings(
                sdJWT: PIDSettings.Kind(configurationID: "sd", type: "urn:eudi:pid:1"),
                mdoc: PIDSettings.Kind(configurationID: "mdoc", type: "eu.europa.ec.eudi.pid.1")),
            redirects: [ConfiguredLink(kind: .issuanceRedirect, form: .web(host: "app.example", port: 443, path: "/return"))])
    }

    private func server() throws -> ConfigurationPart {
        ConfigurationPart(configurationServer: try address("https://config.example"))
    }

    @Test func `the parts of all servers make a configuration, in any order`() throws {
        let joined = try server().joined(with: issuer()).joined(with: provider())
        let document = try ConfigurationDocument(json: joined.json)
        #expect(document.provider.address.url.text == "https://provider.example")
        #expect(document.services.pidIssuer?.clientID == "https://wallet.example" && document.universalLinks.count == 1)
        #expect(try ConfigurationDocument(json: provider().joined(with: server()).joined(with: issuer()).json) == document)
        #expect(try ConfigurationPart(json: JSONObject(parsing: issuer().json.encode())) == issuer())
    }

    @Test func `a provider that accepts simulated phones marks its part, not the configuration`() throws {
        let read = ConfigurationPart(json: try JSONObject(parsing: provider(acceptsSimulatedPhones: true).json.encode()))
        let joined = try server().joined(with: read)
        #expect(joined.acceptsSimulatedPhones)
        let document = try ConfigurationDocument(json: joined.contents)
        let real = try server().joined(with: provider())
        #expect(!real.acceptsSimulatedPhones && real.contents == real.json)
        #expect(try ConfigurationDocument(json: real.json) == document)
        #expect(throws: UnacceptableContents.self) { try ConfigurationDocument(json: joined.json) }
    }

    @Test func `a server that two parts name is refused by its name`() throws {
        for (part, path) in [(try provider(), "provider"), (try issuer(), "services.pid_issuer"), (try server(), "services.configuration")]
        {
            #expect(throws: UnacceptableContents([ContentsProblem(path: path, "two parts have it")])) { try part.joined(with: part) }
        }
    }

    @Test func `a member of another form is refused, and an unknown name is not repeated`() throws {
        let services = ConfigurationPart(json: ["services": "canary"])
        #expect(throws: UnacceptableContents([ContentsProblem(path: "services", "two parts have it")])) {
            try server().joined(with: services)
        }
        let foreign = ConfigurationPart(json: ["canary": 1])
        #expect(throws: UnacceptableContents([ContentsProblem(path: "", "two parts have it")])) { try foreign.joined(with: foreign) }
    }

    @Test func `parts without a provider are no configuration`() throws {
        let joined = try server().joined(with: issuer())
        #expect(throws: UnacceptableContents([ContentsProblem(path: "provider", "missing")])) {
            try ConfigurationDocument(json: joined.json)
        }
    }
}
