// swift-tools-version: 6.2
// SPDX-License-Identifier: EUPL-1.2

import PackageDescription

/// The settings of the wallet's own targets (../Package.swift).
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A product of the wallet's package.
func product(_ name: String) -> Target.Dependency { .product(name: name, package: "wallet") }

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates")
let httpClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let asn1: Target.Dependency = .product(name: "SwiftASN1", package: "swift-asn1")

/// What a wallet for another phone is made of.
let wallet = [product("WalletPlatform"), product("WalletEngine"), product("WalletFlows")]

/// The code of a tutorial.
func tutorial(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Formats/Sources/\(name)", swiftSettings: settings)
}

/// The shortest program (README.md).
let verifySDJWT: Target = .executableTarget(
    name: "verify-sd-jwt", dependencies: [product("JOSE"), product("JSON"), product("SDJWT")], path: "Formats/Sources/verify-sd-jwt",
    swiftSettings: settings)

/// A test target of the formats.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Formats/Tests/\(name)", swiftSettings: settings)
}

/// The use of one product, which has only the products that it imports.
func use(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    tests("\(name)Use", [product(name)] + dependencies)
}

let package = Package(
    name: "examples",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        // The wallet as one shared library with an interface in C. An app's own library leaves WalletDevelopment out.
        .library(name: "WalletHost", type: .dynamic, targets: ["WalletHost", "WalletDevelopment"])
    ],
    dependencies: [
        // The name is needed because the folder of a copy may have any name.
        .package(name: "wallet", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        verifySDJWT,
        tests("VerifySDJWTUse", ["verify-sd-jwt", product("JOSE"), product("JSON"), product("SDJWT"), crypto]),
        tutorial("VerifyCredential", [product("JSON"), product("SDJWT"), product("StatusList"), x509]),
        tests(
            "VerifyCredentialUse",
            ["VerifyCredential", "TestIssuer", product("JOSE"), product("JSON"), product("SDJWT"), product("StatusList"), crypto]),
        tutorial("CheckAttestation", [product("DeviceAttestation"), crypto, x509]),
        tests("CheckAttestationUse", ["CheckAttestation", product("DeviceAttestation"), crypto, asn1, x509]),
        .target(name: "TestIssuer", dependencies: [crypto, x509, asn1], path: "Formats/Tests/TestIssuer", swiftSettings: settings),

        use(of: "CBOR"),
        use(of: "COSE", [product("CBOR"), crypto]),
        use(of: "JSON"),
        use(of: "JOSE", [product("JSON"), crypto]),
        use(of: "CertificateChain", ["TestIssuer", crypto, x509]),
        use(of: "SDJWT", [product("JOSE"), product("JSON"), crypto]),
        use(of: "MDoc", ["TestIssuer", product("CBOR"), product("COSE"), crypto, asn1, x509]),
        use(of: "StatusList", [product("SDJWT"), product("JOSE"), product("JSON"), crypto]),
        use(of: "DeviceAttestation"),
        use(of: "OAuthMessages"),
        use(of: "OpenID4VCI", [product("JSON")]),
        use(of: "OpenID4VCIWallet", [product("OpenID4VCI"), product("JOSE"), crypto]),
        use(of: "OpenID4VCIIssuer", [product("OpenID4VCI"), product("SDJWT"), product("JOSE"), crypto]),
        use(of: "DCQL", [product("JSON"), product("SDJWT")]),
        use(of: "RelyingPartyRegistration", [product("DCQL"), product("JSON"), product("StatusList"), x509]),
        use(of: "OpenID4VP", [x509]),
        use(of: "OpenID4VPWallet", [product("OpenID4VP"), product("StatusList")]),
        use(
            of: "OpenID4VPVerifier",
            [
                "TestIssuer", product("OpenID4VP"), product("OAuthMessages"), product("DCQL"), product("SDJWT"), product("MDoc"),
                product("JOSE"), product("JSON"), crypto,
            ]),

        .target(name: "DemoServers", path: "DemoServers", swiftSettings: settings),

        .target(
            name: "OutsideHost",
            dependencies: wallet + [product("WalletPlatformTesting"), crypto, httpClient, nioCore, nioHTTP1, nioSSL],
            path: "OutsideHost/Sources/OutsideHost", swiftSettings: settings),
        .testTarget(
            name: "OutsideHostUse",
            dependencies: wallet + ["OutsideHost", "DemoServers", product("WalletPlatformTesting"), product("DeviceAttestation"), crypto],
            path: "OutsideHost/Tests/OutsideHostUse", swiftSettings: settings),

        // Empty without UIKit (Scripts/check-apple-bridges).
        .target(
            name: "AppleConformance",
            dependencies: [
                product("AppleBridges"), product("WalletPlatform"), product("WalletPlatformTesting"), product("DeviceAttestation"), crypto,
            ],
            path: "AppleConformance", exclude: ["README.md"], swiftSettings: settings),

        .target(name: "CWalletHost", path: "JVMHost/Sources/CWalletHost"),
        .target(name: "WalletHost", dependencies: wallet + ["CWalletHost"], path: "JVMHost/Sources/WalletHost", swiftSettings: settings),
        .target(
            name: "WalletDevelopment",
            dependencies: [
                "CWalletHost", "WalletHost", product("WalletPlatform"), product("WalletPlatformTesting"), product("DeviceAttestation"),
                crypto,
            ],
            path: "JVMHost/Sources/WalletDevelopment", swiftSettings: settings),
        .testTarget(
            name: "WalletHostUse", dependencies: ["WalletHost", "WalletDevelopment", "CWalletHost", "DemoServers", crypto],
            path: "JVMHost/Tests/WalletHostUse", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
