// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

#if os(Linux)
import QRPictures
#endif

/// A picture before the simulated phone's camera. Its codes are read by the libraries of Linux; no other system reads any.
enum CameraPicture {
    /// - Returns: the codes in a PNG picture, each once.
    static func codes(inPNG png: [UInt8]) throws(CameraPictureError) -> [ScannedCode] {
        #if os(Linux)
        do throws(QRPictureError) {
            return try QRPicture.texts(inPNG: png).compactMap { ScannedCode($0) }
        } catch {
            switch error {
            case .tooLarge: throw .tooLarge
            case .unreadable: throw .unreadable
            }
        }
        #else
        throw .unreadable
        #endif
    }
}

/// The reason for which the camera does not see a picture.
@nonexhaustive public enum CameraPictureError: String, Error, Sendable, Hashable {
    /// It has more than 8 MiB, or is wider or higher than 4096 pixels.
    case tooLarge
    /// It is not a complete PNG picture.
    case unreadable
}
