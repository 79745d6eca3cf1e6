// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `--host` of every command that serves. The port is the command's own option, because each server has its own default.
package struct HostOption: ParsableArguments {
    @Option(help: "The name or address to listen on.")
    package var host = "127.0.0.1"

    package init() {}
}
