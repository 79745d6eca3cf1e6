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

    /// The override of the packaged unit: the settings, and the only directory that the server writes.
    var overrideText: String {
        let comment = hint.map { "# \($0)\n" } ?? ""
        return """
            # Made by \(program) init. Its place: /etc/systemd/system/\(overrideName)
            [Service]
            ExecStart=
            ExecStart=/usr/bin/\(program) serve --config \(directory)/config.json
            \(comment)ReadWritePaths=
            ReadWritePaths=\(directory)/state

            """
    }

    /// The lines about the certificate, for the operator.
    ///
    /// - Parameter knowsRoot: true if phones trust the authority's root already, and not the self-signed certificate.
    package func certificateSteps(knowsRoot: Bool) -> [String] {
        [
            "\(directory) is complete. Let your authority sign tls.csr and replace tls.pem by its certificate and chain; until then a self-signed one",
            knowsRoot
                ? "serves, which no phone trusts."
                : "serves for seven days, which phones know from the configuration (tls_roots): replace it there as well.",
        ]
    }

    /// The command that gives the directory to the server's user and installs the override.
    package var install: String {
        let owner = getuid() == 0 ? "chown -R \(program):\(program) \(directory) && " : ""
        return "\(owner)install -D -m 0644 \(directory)/\(overrideName) /etc/systemd/system/\(overrideName) && systemctl daemon-reload"
    }

    /// The command that starts the server, now and at each boot.
    package var start: String { "systemctl enable --now \(program)" }

    /// The command that asks the server whether it is ready.
    package static func health(port: Int) -> String { "curl http://127.0.0.1:\(port)/health/ready" }
}
