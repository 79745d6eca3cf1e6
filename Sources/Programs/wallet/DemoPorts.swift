// SPDX-License-Identifier: EUPL-1.2

/// Where the demo's servers listen: five ports, no two of them the same.
struct DemoPorts {
    let provider: DemoPort
    let configuration: DemoPort
    let issuer: DemoPort
    let login: DemoPort
    /// The revocation portal's, which no wallet connects to.
    let portal: DemoPort

    /// The ports that a person chose; nil for one chosen at the first start and kept.
    struct Chosen {
        var provider: Int?
        var configuration: Int?
        var issuer: Int?
        var login: Int?
        /// The page's own.
        var page: Int?
    }

    /// Reads the servers' names, which hold their ports; makes them at the first start.
    ///
    /// - Throws: `StartError` when a name cannot be read or kept, or two are the same.
    init(in directory: DemoDirectory, chosen: Chosen = Chosen()) throws {
        var named: [Int] = []
        func port(of part: String, _ chosenPort: Int?, _ option: String) throws -> DemoPort {
            let port = try DemoPort(in: directory, of: part, chosen: chosenPort, pagePort: chosen.page, named: named, option: option)
            named.append(port.number)
            return port
        }
        provider = try port(of: DemoDirectory.provider, chosen.provider, "--provider-port")
        configuration = try port(of: DemoDirectory.configuration, chosen.configuration, "--configuration-port")
        issuer = try port(of: DemoDirectory.issuer, chosen.issuer, "--issuer-port")
        login = try port(of: DemoDirectory.login, chosen.login, "--login-port")
        portal = try port(of: DemoDirectory.portal, nil, "")
    }

    /// The servers' names, by which wallets know them.
    var names: [ServerName] { [provider.name, configuration.name, issuer.name, login.name] }
}
