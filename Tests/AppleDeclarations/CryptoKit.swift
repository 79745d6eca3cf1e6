// SPDX-License-Identifier: EUPL-1.2
// Declarations of the calls of Apple's CryptoKit that the bridges use, from Apple's documentation.

public import Foundation

public enum SHA256 {
    public struct Digest: Sequence, Sendable {
        public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
    }
    public static func hash<Bytes: DataProtocol>(data: Bytes) -> Digest { fatalError() }
}
