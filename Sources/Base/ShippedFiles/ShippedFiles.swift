// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The files that ship with a program, in folders beside the program's file.
///
/// Not `Bundle.module`: on Linux it also searches the folder of the build, whose path would then be part of every program.
package enum ShippedFiles {
    /// Returns the folder of a module's resources; it may be missing.
    ///
    /// - Parameter module: the module's name in Package.swift.
    package static func folder(of module: String) -> URL {
        Bundle.main.bundleURL.appending(path: "wallet_\(module).resources")
    }
}
