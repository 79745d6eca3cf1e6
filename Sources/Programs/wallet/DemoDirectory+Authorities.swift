// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
import Foundation
import PIDIssuer
import PhoneSimulator
import ServerState

/// The development authorities in place of the makers' own. Each is created at the first start of a phone of its kind and kept.
extension DemoDirectory {
    /// The maximum size of an authority's file, in bytes.
    private static let maximumAuthority = 64 << 10

    /// The development authority that signs App Attest certificates in place of Apple's authority.
    func developmentAppleCA() throws -> DevelopmentAppleCA {
        try authority(
            Self.appleAuthority, read: { try DevelopmentAppleCA(pemEncoded: $0) }, pem: { try $0.pemEncoded() },
            make: {
                var generator = SystemRandomNumberGenerator()
                return try DevelopmentAppleCA(now: Date(), using: &generator)
            })
    }

    /// The authority in place of Google's.
    func developmentGoogleCA() throws -> DevelopmentGoogleCA {
        try authority(
            Self.googleAuthority, read: { try DevelopmentGoogleCA(pemEncoded: $0) }, pem: { try $0.pemEncoded() },
            make: {
                var generator = SystemRandomNumberGenerator()
                return try DevelopmentGoogleCA(now: Date(), using: &generator)
            })
    }

    /// The authority that certifies the demo's wallet provider; issuers accept the wallets that the provider attests.
    func walletAuthority() throws -> DevelopmentIssuerAuthority {
        try authority(
            Self.walletAuthority, read: { try DevelopmentIssuerAuthority(pemEncoded: $0) }, pem: { try $0.pemEncoded() },
            make: { try DevelopmentIssuerAuthority(name: "Wallet provider development CA", now: Date()) })
    }

    private func authority<Authority>(
        _ name: String, read: (String) throws -> Authority, pem: (Authority) throws -> String, make: () throws -> Authority
    ) throws -> Authority {
        let path = state.path + "/" + name
        if FileManager.default.fileExists(atPath: path) {
            guard let text = try? BoundedRead.text(of: path, atMost: Self.maximumAuthority, from: .plainFile),
                let authority = try? read(text)
            else {
                throw StartError("\(path) is damaged. Nothing was changed; --fresh starts with a new phone.")
            }
            return authority
        }
        let authority = try make()
        try write(Array(pem(authority).utf8), to: name)
        return authority
    }
}
