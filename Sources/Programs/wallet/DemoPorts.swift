// SPDX-License-Identifier: EUPL-1.2

/// The ports of the demo's servers: seven different ports.
struct DemoPorts {
    let provider: DemoPort
    let configuration: DemoPort
    let issuer: DemoPort
    let login: DemoPort
    /// The revocation portal's port; wallets do not connect to the portal.
    let portal: DemoPort
    let verifier: DemoPort
    /// The port of the verifier's parties' web sites; wallets do not connect to them.
    let sites: DemoPort

    /// The ports on the command line; nil for a port that is chosen at the first start and kept.
    struct Chosen {
        var provider: Int?
        var configuration: Int?
        var issuer: Int?
        var login: Int?
        var portal: Int?
        var verifier: Int?
        var sites: Int?
        /// The page's port.
        var page: Int?
    }

    /// Reads the servers' names, which contain their ports; creates them at the first start.
    ///
    /// - Throws: `StartError` if a name cannot be read or stored, or two ports are the same.
    init(in directory: DemoDirectory, chosen: Chosen = Chosen()) throws {
        var named: [Int] = []
        func port(of part: String, _ chosenPort: Int?, _ option: String, hosts: [String] = []) throws -> DemoPort {
            let port = try DemoPort(
                in: directory, of: part, chosen: chosenPort, pagePort: chosen.page, named: named, option: option, hosts: hosts)
            named.append(port.number)
            return port
        }
        provider = try port(of: DemoDirectory.provider, chosen.provider, "--provider-port")
        configuration = try port(of: DemoDirectory.configuration, chosen.configuration, "--configuration-port")
        issuer = try port(of: DemoDirectory.issuer, chosen.issuer, "--issuer-port")
        login = try port(of: DemoDirectory.login, chosen.login, "--login-port")
        portal = try port(of: DemoDirectory.portal, chosen.portal, "--portal-port")
        verifier = try port(of: DemoDirectory.verifier, chosen.verifier, "--verifier-port", hosts: DemoVerifiers.hosts)
        sites = try port(of: DemoDirectory.sites, chosen.sites, "--sites-port")
    }

    /// The names by which wallets know the servers.
    var names: [ServerName] { [provider.name, configuration.name, issuer.name, login.name, verifier.name] }
}
