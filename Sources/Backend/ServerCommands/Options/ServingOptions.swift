// SPDX-License-Identifier: EUPL-1.2

package import ArgumentParser

/// The options that every command that serves has last: how it is operated, and whether it only prints its settings.
package struct ServingOptions: ParsableArguments {
    @OptionGroup(title: "Operation")
    package var operation: OperationOptions

    @Flag(help: "Print the settings in force as a configuration file, and serve nothing.")
    package var printConfig = false

    package init() {}
}
