// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import SimulatedPhone
package import WebPages

/// The resources of a workbench: pictures, the page with its files, and the functional design. They ship with this module.
package struct Drawings: Sendable {
    let artwork: Artwork
    let files: StaticFiles
    let design: DesignLibrary

    /// Reads and validates all resources.
    ///
    /// - Parameter kind: the kind of the phone drawn.
    /// - Throws: `MissingAsset` when a file is missing or malformed.
    package init(of kind: PhoneKind) throws(MissingAsset) {
        artwork = try Artwork()
        files = try StaticFiles(AssetFolder(Self.resources.appending(path: "Assets")), kind: kind)
        design = try DesignLibrary(directory: Self.resources.appending(path: "FunctionalDesign"))
    }

    /// The directory of the files that ship with this module.
    static var resources: URL { Bundle.module.bundleURL }
}
