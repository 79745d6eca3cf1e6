// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Testing

@testable import wallet

/// The options of the demo.
struct DemoOptionsTests {
    @Test(arguments: [
        ["--listen", "0.0.0.0"], ["--listen", "::"], ["--listen", "", "--port", "8080"], ["--listen", "localhost", "--port", "8080"],
        ["--listen", "0.0.0.0:8080", "--port", "8080"], ["--listen", "0.0.0.0/0", "--port", "8080"],
    ])
    func `an address to listen on is an IP address, and needs the port that a container forwards`(arguments: [String]) {
        #expect(throws: (any Error).self) { try Demo.parse(arguments) }
    }

    @Test(arguments: [
        "--portal-port", "--provider-port", "--configuration-port", "--issuer-port", "--login-port", "--verifier-port", "--sites-port",
    ])
    func `a port of the demo's own servers does not go with servers elsewhere`(option: String) throws {
        let external = ["--external", "https://config.example", "--signers", "signers.json"]
        #expect(throws: (any Error).self) { try Demo.parse(external + [option, "8081"]) }
        _ = try Demo.parse([option, "8081"])
    }

    @Test func `the page listens on loopback unless an address is given, also over servers elsewhere`() throws {
        #expect(try Demo.parse([]).listen == "127.0.0.1")
        let external = ["--external", "https://config.example", "--roots", "roots.pem", "--signers", "signers.json"]
        #expect(try Demo.parse(external).listen == "127.0.0.1")
        #expect(try Demo.parse(external + ["--listen", "0.0.0.0", "--port", "8080"]).listen == "0.0.0.0")
        #expect(try Demo.parse(["--listen", "::", "--port", "8080"]).listen == "::")
    }
}
