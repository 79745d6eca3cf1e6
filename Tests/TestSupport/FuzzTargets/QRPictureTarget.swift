// SPDX-License-Identifier: EUPL-1.2

import Foundation
import QRPictures

/// Pictures before the simulated phone's camera.
extension FuzzTarget {
    /// A picture whose codes are read has texts within the limits, each once.
    static let qrPicture = FuzzTarget(
        "qr-picture",
        seeds: {
            // Not the largest ones, so that a mutation takes no time.
            try ["link", "conformance-both", "latin-1", "transparent", "none", "part-of-sequence", "too-wide", "huge"].map { name in
                let file = URL(filePath: #filePath).appending(path: "../../../Fixtures/QRPictures/\(name).png").standardizedFileURL
                return Array(try Data(contentsOf: file))
            }
        },
        run: { input throws(FuzzFinding) in
            guard let texts = try? QRPicture.texts(inPNG: input) else { return .refused }
            try FuzzFinding.unless(texts.count <= QRPicture.maximumCodes, "more codes than the limit")
            try FuzzFinding.unless(Set(texts).count == texts.count, "a code twice")
            return .accepted
        })
}
