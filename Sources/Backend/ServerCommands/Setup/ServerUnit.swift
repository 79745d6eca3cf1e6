// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The systemd unit of a server whose directory `init` has made.
package struct ServerUnit: Sendable {
    private let program: String
    private let directory: String
    private let hint: String?

    /// - Parameters:
    ///   - program: the name of the program, its unit and its user.
    ///   - hint: a comment about further files that the server writes; nil if there are none.
    package init(of program: String, in directory: SetupDirectory, hint: String? = nil) {
        (self.program, self.directory, self.hint) = (program, directory.path, hint)
    }

    /// The override's path in the directory.
    var overrideName: String { "\(program).service.d/init.conf" }

    /// The override of the packaged unit: the settings, and the only directory that the server writes. Without an own directory of the unit
    /// (`StateDirectory=`), which systemd makes writable with all that is below it.
    var overrideText: String {
        let comment = hint.map { "# \($0)\n" } ?? ""
        return """
            # Made by \(program) init. Its place: /etc/systemd/system/\(overrideName)
            [Service]
            ExecStart=
            ExecStart=/usr/bin/\(program) serve --config \(directory)/config.json
            StateDirectory=
            \(comment)ReadWritePaths=
            ReadWritePaths=\(directory)/state

            """
    }

    /// The lines about the certificate, for the operator.
    ///
    /// - Parameter knowsRoot: true if phones trust the authority's root already, and not the self-signed certificate.
    package func certificateSteps(knowsRoot: Bool) -> [String] {
        let request = "\(directory) is complete. Let your authority sign tls.csr, and replace tls.pem by its certificate and chain."
        guard !knowsRoot else { return [request, "Until then a self-signed one serves, which no phone trusts."] }
        return [
            request,
            "Until then, for seven days, a self-signed one serves, which phones trust by the configuration (tls_roots): for tests only.",
            "Before you replace it, add the authority's root there; phones without that configuration cannot reach this server any more.",
        ]
    }

    /// The line about files that only the server's user may read; none if init ran as that user, or without files.
    package func ownership(of files: [String?]) -> [String] {
        let paths = files.compactMap { $0.map(SetupDirectory.absolute) }
        return isOwner || paths.isEmpty ? [] : ["The user \(program) must own \(paths.joined(separator: " and "))."]
    }

    /// The commands that install and start the server, after a line that introduces them. They are for root, and need no sudo.
    ///
    /// - Parameters:
    ///   - preparation: commands of the program that the server's user runs before the start.
    ///   - internalPort: the port of the listener for operators.
    package func commands(preparation: [String] = [], internalPort: Int) -> [String] {
        // The override is copied before the server's user, who is not root, owns it.
        let install = "install -D -m 0644 \(directory)/\(overrideName) /etc/systemd/system/\(overrideName) && systemctl daemon-reload"
        let give = isOwner ? "" : " && chown -Rh \(program):\(program) \(directory)"
        let prepare = preparation.map { "runuser -u \(program) -- \(program) \($0) --config \(directory)/config.json" }
        let health = "http://127.0.0.1:\(internalPort)/health/ready"
        let start = ["systemctl enable --now \(program)", "curl --retry 5 --retry-connrefused \(health)"]
        return ["Next, as root; if the last command gets no answer, journalctl -u \(program) has the reason:"]
            + ([install + give] + prepare + start).map { "  " + $0 }
    }

    /// True if the directory belongs to the server's user already.
    private var isOwner: Bool { NSUserName() == program }
}
