// swift-tools-version: 6.2
// SPDX-License-Identifier: EUPL-1.2

import PackageDescription

// MARK: - Settings of every target

/// Swift 6 mode, complete concurrency checking, strict memory safety, warnings as errors.
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

/// A library module; `floor` is its folder in Sources.
func module(
    _ name: String, floor: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)", resources: resources, swiftSettings: settings)
}

/// A program, which reads its arguments, connects modules and runs them.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Sources/Programs/\(name)", swiftSettings: settings)
}

/// The tests of a module, in a folder of the same name; `exclude` lists files that are not compiled.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: settings)
}

/// A benchmark program. A target of this package, because declarations with `package` access are invisible in other packages.
func benchmark(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Benchmarks/\(name)", swiftSettings: settings)
}

/// Support code for several test targets; modules in Sources must not import it.
func testSupport(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/TestSupport/\(name)", swiftSettings: settings)
}

/// A program that tests start as a separate process, for example to kill it.
func harness(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Tests/Harnesses/\(name)", swiftSettings: settings)
}

// MARK: - External libraries

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let x509: Target.Dependency = .product(name: "X509", package: "swift-certificates")
let asn1: Target.Dependency = .product(name: "SwiftASN1", package: "swift-asn1")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS: Target.Dependency = .product(name: "HummingbirdTLS", package: "hummingbird")
let httpClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let configuration: Target.Dependency = .product(name: "Configuration", package: "swift-configuration")
let metrics: Target.Dependency = .product(name: "CoreMetrics", package: "swift-metrics")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")

let package = Package(
    name: "wallet",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        // The formats, each usable alone by other packages (README.md, *Use the libraries*).
        .library(name: "CBOR", targets: ["CBOR"]),
        .library(name: "COSE", targets: ["COSE"]),
        .library(name: "JSON", targets: ["JSON"]),
        .library(name: "JOSE", targets: ["JOSE"]),
        .library(name: "CertificateChain", targets: ["CertificateChain"]),
        .library(name: "SDJWT", targets: ["SDJWT"]),
        .library(name: "MDoc", targets: ["MDoc"]),
        .library(name: "StatusList", targets: ["StatusList"]),
        .library(name: "DeviceAttestation", targets: ["DeviceAttestation"]),
        .library(name: "OAuthMessages", targets: ["OAuthMessages"]),
        .library(name: "OpenID4VCI", targets: ["OpenID4VCI"]),
        .library(name: "OpenID4VCIWallet", targets: ["OpenID4VCIWallet"]),
        .library(name: "OpenID4VCIIssuer", targets: ["OpenID4VCIIssuer"]),
        .library(name: "DCQL", targets: ["DCQL"]),
        .library(name: "RelyingPartyRegistration", targets: ["RelyingPartyRegistration"]),
        .library(name: "OpenID4VP", targets: ["OpenID4VP"]),
        .library(name: "OpenID4VPWallet", targets: ["OpenID4VPWallet"]),
        .library(name: "OpenID4VPVerifier", targets: ["OpenID4VPVerifier"]),
        // The wallet, for a phone that another package makes (PlatformSupport.docc, *Port the wallet*).
        .library(name: "WalletPlatform", targets: ["PlatformSupport"]),
        .library(name: "WalletEngine", targets: ["WalletCore"]),
        .library(name: "WalletFlows", targets: ["WalletFlows", "WalletApp", "WalletConfiguration"]),
        .library(name: "AppleBridges", targets: ["AppleBridges"]),
        .library(name: "WalletPlatformTesting", targets: ["WalletPlatformTesting", "PhoneSimulator"]),
        .executable(name: "wallet", targets: ["wallet"]),
        .executable(name: "wallet-provider", targets: ["wallet-provider"]),
        .executable(name: "wallet-config", targets: ["wallet-config"]),
        .executable(name: "wallet-issuer", targets: ["wallet-issuer"]),
        .executable(name: "wallet-verifier", targets: ["wallet-verifier"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // MARK: Base: what phone and backend both stand on.
        module("CodedErrors", floor: "Base"),
        .target(
            name: "CBuildInfo", path: "Sources/Base/CBuildInfo",
            cSettings: Context.environment["WALLET_COMMIT"].map { [.define("WALLET_COMMIT", to: $0)] }),
        module("BuildInfo", floor: "Base", ["CBuildInfo"]),
        tests("BuildInfoTests", ["BuildInfo"]),
        module("ShippedFiles", floor: "Base"),
        module("UTF8Text", floor: "Base"),
        module("CalendarDays", floor: "Base"),
        tests("CalendarDaysTests", ["CalendarDays"]),
        module("DurableFiles", floor: "Base", ["CodedErrors"]),
        tests("DurableFilesTests", ["DurableFiles", "PythonRun", "TestEnvironment"], exclude: ["Python"]),

        // MARK: Formats: pure bytes. No network, no clock, no files.
        module("CBOR", floor: "Formats", ["CodedErrors", "UTF8Text"]),
        module("JSON", floor: "Formats", ["CodedErrors", "UTF8Text"]),
        module("JOSE", floor: "Formats", ["JSON", "CodedErrors", crypto]),
        module("XCStrings", floor: "Formats"),
        module("DeviceAttestation", floor: "Formats", ["CBOR", crypto, x509, asn1]),
        module("CertificateChain", floor: "Formats", [crypto, x509, asn1]),
        module("COSE", floor: "Formats", ["CBOR", "CodedErrors", crypto]),
        module("SDJWT", floor: "Formats", ["JOSE", "JSON", "CertificateChain", crypto, x509]),
        module("MDoc", floor: "Formats", ["CBOR", "COSE", "CertificateChain", crypto, x509, asn1]),
        .systemLibrary(name: "CZlib", path: "Sources/Formats/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        module("StatusList", floor: "Formats", ["SDJWT", "JOSE", "JSON", "CZlib"]),
        tests("CBORTests", ["CBOR", "PythonRun", "TestEnvironment"], exclude: ["Python"]),
        tests("COSETests", ["COSE", "CBOR", "PythonRun", "TestEnvironment", crypto], exclude: ["Python"]),
        tests(
            "MDocTests", ["MDoc", "COSE", "CBOR", "CertificateChain", "PythonRun", "TestEnvironment", crypto, x509, asn1],
            exclude: ["Python"]),
        tests("JSONTests", ["JSON"]),
        tests("JOSETests", ["JOSE", "JSON", "PythonRun", "TestEnvironment", crypto], exclude: ["Python"]),
        tests("XCStringsTests", ["XCStrings"]),
        tests("DeviceAttestationTests", ["DeviceAttestation", "CBOR", crypto, x509, asn1]),
        tests(
            "SDJWTTests", ["SDJWT", "JOSE", "JSON", "CertificateChain", "PythonRun", "TestEnvironment", crypto, x509, asn1],
            exclude: ["Python"]),
        tests(
            "StatusListTests", ["StatusList", "SDJWT", "JOSE", "JSON", "PythonRun", "TestEnvironment", crypto, x509, asn1],
            exclude: ["Python"]),

        // MARK: Contracts: messages between phone and backend. No HTTP framework.
        module("ProviderProtocol", floor: "Contracts", ["JOSE", "JSON", crypto]),
        module("WalletConfiguration", floor: "Contracts", ["JOSE", "JSON", crypto]),
        module("OAuthMessages", floor: "Contracts", ["JSON"]),
        module("OpenID4VCI", floor: "Contracts", ["OAuthMessages", "SDJWT", "StatusList", "JOSE", "JSON", crypto]),
        module("OpenID4VCIWallet", floor: "Contracts", ["OpenID4VCI", "SDJWT", "JOSE", "JSON"]),
        module("OpenID4VCIIssuer", floor: "Contracts", ["OpenID4VCI", "SDJWT", "StatusList", "JOSE", "JSON"]),
        tests(
            "OpenID4VCITests",
            ["OpenID4VCI", "SDJWT", "StatusList", "JOSE", "JSON", "OpenID4VCIWallet", "OpenID4VCIIssuer", crypto, x509, asn1]),
        module("DCQL", floor: "Contracts", ["SDJWT", "CBOR", "JSON"]),
        module(
            "RelyingPartyRegistration", floor: "Contracts",
            ["OAuthMessages", "DCQL", "SDJWT", "StatusList", "JOSE", "JSON", x509]),
        module(
            "OpenID4VP", floor: "Contracts",
            ["OAuthMessages", "DCQL", "MDoc", "CBOR", "CertificateChain", "JOSE", "JSON", crypto, x509, asn1]),
        module(
            "OpenID4VPWallet", floor: "Contracts",
            [
                "OpenID4VP", "OAuthMessages", "RelyingPartyRegistration", "DCQL", "SDJWT", "MDoc", "COSE", "StatusList", "JOSE", "JSON",
                crypto, x509,
            ]),
        module(
            "OpenID4VPVerifier", floor: "Contracts",
            [
                "OpenID4VP", "OAuthMessages", "RelyingPartyRegistration", "DCQL", "SDJWT", "MDoc", "COSE", "CBOR", "CertificateChain",
                "StatusList", "JOSE", "JSON", crypto, x509, asn1,
            ]),
        testSupport("VerifierWorld", ["SDJWT", "MDoc", "CBOR", "COSE", "JOSE", "JSON", crypto, x509, asn1]),
        tests("DCQLTests", ["DCQL", "SDJWT", "CBOR", "JOSE", "JSON", "PythonRun", "TestEnvironment"], exclude: ["Python"]),
        tests(
            "RelyingPartyRegistrationTests",
            [
                "RelyingPartyRegistration", "OAuthMessages", "DCQL", "SDJWT", "StatusList", "JOSE", "JSON", "PythonRun", "TestEnvironment",
                crypto, x509, asn1,
            ],
            exclude: ["Python"]),
        tests(
            "OpenID4VPTests",
            [
                "OpenID4VP", "OpenID4VPWallet", "OpenID4VPVerifier", "OAuthMessages", "RelyingPartyRegistration", "DCQL", "SDJWT", "MDoc",
                "COSE", "CBOR", "CertificateChain", "StatusList", "JOSE", "JSON", "VerifierWorld", "PythonRun", "TestEnvironment",
                crypto, x509, asn1,
            ],
            exclude: ["Python"]),
        tests("ProviderProtocolTests", ["ProviderProtocol", "JOSE", "JSON", crypto]),
        tests("WalletConfigurationTests", ["WalletConfiguration", "JOSE", "JSON", crypto]),

        // MARK: Web: building blocks of all pages. No server, no store.
        module("WebPages", floor: "Web", ["ShippedFiles", httpTypes], resources: [.copy("Resources")]),
        tests("WebPagesTests", ["WebPages", httpTypes]),
        module("HTTPChannels", floor: "Web", [hummingbirdCore, logging, nioCore]),
        tests(
            "HTTPChannelsTests",
            [
                "HTTPChannels", hummingbirdCore, logging, nioCore, nioPosix, nioHTTPTypes,
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]),

        // MARK: Phone
        module("PlatformSupport", floor: "Phone"),
        module("ObservedValues", floor: "Phone"),
        tests("ObservedValuesTests", ["ObservedValues"]),
        module("WalletInterface", floor: "Phone", ["CalendarDays", "PlatformSupport", "ProviderProtocol", "WalletConfiguration", crypto]),
        module(
            "WalletCore", floor: "Phone",
            [
                "WalletInterface", "PlatformSupport", "ProviderProtocol", "WalletConfiguration", "OpenID4VCI", "SDJWT", "MDoc", "CBOR",
                "COSE", "StatusList", "JOSE", "JSON", "OpenID4VCIWallet", "OAuthMessages", "DCQL", "RelyingPartyRegistration", "OpenID4VP",
                "OpenID4VPWallet", "DurableFiles", "ObservedValues", "CalendarDays", crypto, x509, asn1, grdb,
            ]),
        module(
            "WalletApp", floor: "Phone",
            [
                "WalletInterface", "PlatformSupport", "ObservedValues", "ProviderProtocol", "WalletConfiguration", "OAuthMessages",
                "ShippedFiles", "XCStrings", "CalendarDays",
            ],
            resources: [.copy("Resources/Localizable.xcstrings")]),
        module(
            "WalletFlows", floor: "Phone",
            ["WalletCore", "WalletApp", "PlatformSupport"]),
        tests(
            "WalletFlowsTests",
            ["WalletFlows", "WalletCore", "WalletApp", "WalletConfiguration", "PlatformSupport", "TestEnvironment", "JOSE", crypto]),
        // C++, because ZXing has no other interface. Needs libzxing-dev and libpng-dev.
        .target(
            name: "CQRPictures", path: "Sources/Phone/CQRPictures", linkerSettings: [.linkedLibrary("ZXing"), .linkedLibrary("png16")]),
        module("QRPictures", floor: "Phone", ["CQRPictures"]),
        module(
            "PhoneSimulator", floor: "Phone",
            [
                "PlatformSupport", "ObservedValues", "CodedErrors", "DurableFiles", "DeviceAttestation", crypto, x509, asn1, httpClient,
                nioCore, nioHTTP1, nioPosix, nioSSL,
                // An iPhone on which the suite of WalletPlatformTesting runs has neither library.
                .target(name: "QRPictures", condition: .when(platforms: [.linux])),
            ]),
        // Empty on other systems: its files need Apple's frameworks (Scripts/check-apple-bridges).
        module("AppleBridges", floor: "Phone", ["PlatformSupport"]),
        module("WalletPlatformTesting", floor: "Phone", ["PlatformSupport", "ObservedValues", "DurableFiles", crypto]),
        tests(
            "WalletPlatformTestingTests",
            [
                "WalletPlatformTesting", "PhoneSimulator", "ObservedValues", "PlatformSupport", "DeviceAttestation", "TestEnvironment",
                "TestParties", crypto, x509,
            ]),
        module(
            "PhoneWeb", floor: "Phone",
            [
                "WalletApp", "WalletInterface", "ObservedValues", "ShippedFiles", "PhoneSimulator", "PlatformSupport", "WebPages",
                "HTTPChannels", "XCStrings",
                "JSON", hummingbird, hummingbirdCore, httpTypes, nioCore, nioHTTP1, logging, lifecycle, crypto,
            ],
            resources: [.copy("Assets"), .copy("../../../Documentation/FunctionalDesign")]),
        tests(
            "WalletCoreTests",
            [
                "WalletCore", "WalletInterface", "WalletConformance", "PlatformSupport", "DurableFiles", "ObservedValues",
                "ProviderProtocol", "CalendarDays", "TestEnvironment", "StatusList",
                "WalletConfiguration", "OpenID4VCI", "SDJWT", "MDoc", "COSE", "CBOR", "DCQL", "OpenID4VP", "VerifierWorld", "JOSE", "JSON",
                crypto, x509, grdb, grdbSQLite,
            ]),
        tests(
            "WalletAppTests",
            [
                "WalletApp", "WalletInterface", "WalletConformance", "PlatformSupport", "ObservedValues", "ProviderProtocol",
                "WalletConfiguration", "DesignRows", "TestEnvironment", "PhoneWeb", "Brands",
                "PhoneSimulator", "WebPages", "JSON", "CalendarDays",
            ]),
        tests(
            "PhoneSimulatorTests",
            [
                "PhoneSimulator", "QRPictures", "TestEnvironment", "ObservedValues", "PlatformSupport", "DeviceAttestation", "CBOR", crypto,
                x509, asn1, nioCore, nioPosix, nioSSL, "TestParties",
            ]),
        tests(
            "PhoneWebTests",
            [
                "PhoneWeb", "Brands", "WebPages", "XCStrings", "WalletApp", "WalletInterface", "ObservedValues", "PhoneSimulator",
                "PlatformSupport", "TestEnvironment", "TestParties", "JSON", httpClient, nioCore, nioHTTP1, logging,
            ]),

        // MARK: Backend
        module("Deadlines", floor: "Backend"),
        tests("DeadlinesTests", ["Deadlines", "TestEnvironment"]),
        module("BlockingWork", floor: "Backend"),
        tests("BlockingWorkTests", ["BlockingWork", "Deadlines"]),
        module("ServerState", floor: "Backend", ["DurableFiles"]),
        module(
            "ServerKit", floor: "Backend",
            [
                "BuildInfo", "DurableFiles", "Deadlines", "HTTPChannels", "JSON", hummingbird, hummingbirdCore, hummingbirdTLS, httpTypes,
                nioCore, nioPosix,
                nioHTTP1,
                nioHTTPTypes, nioSSL,
                metrics, logging,
                lifecycle, crypto, x509, asn1,
            ]),
        tests(
            "ServerKitTests",
            [
                "ServerKit", "Deadlines", "HTTPChannels", "TestEnvironment", "JSON", metrics, hummingbird, httpTypes, nioCore, nioPosix,
                nioHTTPTypes,
                logging,
                lifecycle, x509,
                asn1, .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
        module(
            "ServerCommands", floor: "Backend",
            [
                "ServerKit", "Deadlines", "ServerState", "DurableFiles", "WalletConfiguration", "JSON", crypto, x509, asn1, arguments,
                configuration, logging, lifecycle, unixSignals,
            ]),
        module("HSM", floor: "Backend", ["CodedErrors", "DurableFiles", crypto]),
        .systemLibrary(
            name: "CPKCS11", path: "Sources/Backend/CPKCS11", pkgConfig: "p11-kit-1", providers: [.apt(["libp11-kit-dev"])]),
        module("PKCS11HSM", floor: "Backend", ["HSM", "BlockingWork", "Deadlines", "CPKCS11", crypto]),
        module(
            "WalletProvider", floor: "Backend",
            [
                "HSM", "CodedErrors", "Deadlines", "ProviderProtocol", "OpenID4VCI", "DeviceAttestation", "SDJWT", "StatusList", "JOSE",
                "JSON",
                crypto, x509, asn1,
            ]),
        .systemLibrary(name: "CLibPQ", path: "Sources/Backend/CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        module("PostgresClient", floor: "Backend", ["BlockingWork", "Deadlines", "CodedErrors", "CLibPQ", crypto]),
        module(
            "WalletProviderPostgres", floor: "Backend", ["WalletProvider", "PostgresClient", "Deadlines", "ProviderProtocol", crypto]),
        module("WalletVerifierPostgres", floor: "Backend", ["WalletVerifier", "PostgresClient", "Deadlines"]),
        module("WalletProviderSQLite", floor: "Backend", ["WalletProvider", "Deadlines", "ProviderProtocol", grdb]),
        module(
            "WitnessFiles", floor: "Backend",
            ["WalletProvider", "Deadlines", "ProviderProtocol", "DurableFiles", "HSM", "JSON", crypto]),
        module(
            "WalletProviderHTTP", floor: "Backend",
            [
                "WalletProvider", "HSM", "Deadlines", "ProviderProtocol", "StatusList", "ServerKit", "DeviceAttestation", "JOSE", "JSON",
                "DurableFiles", "HTTPChannels", hummingbird, httpClient, httpTypes, nioCore, nioHTTP1, nioSSL, metrics, logging, lifecycle,
            ]),
        module(
            "RevocationPortal", floor: "Backend",
            [
                "CodedErrors", "ProviderProtocol", "ServerKit", "Deadlines", "ShippedFiles", "WebPages", "JSON", "XCStrings", hummingbird,
                httpTypes,
                nioCore, nioSSL, logging, lifecycle, crypto,
            ],
            resources: [.copy("Resources")]),
        module(
            "WalletVerifier", floor: "Backend",
            [
                "CodedErrors", "OpenID4VP", "OpenID4VPVerifier", "OAuthMessages", "DCQL", "MDoc", "StatusList", "JOSE", "JSON", crypto,
                x509, asn1,
            ]),
        module("WalletVerifierSQLite", floor: "Backend", ["WalletVerifier", grdb]),
        module("ConfigurationState", floor: "Backend", ["ServerState", "WalletConfiguration", "JOSE", "JSON", crypto]),
        module(
            "ConfigurationServer", floor: "Backend",
            [
                "WalletConfiguration", "ServerKit", "Deadlines", "ServerState", "DurableFiles", hummingbird, httpTypes, nioCore, nioSSL,
                metrics,
                logging, lifecycle, crypto,
            ]),
        module(
            "DigiDSimulator", floor: "Backend",
            [
                "OpenID4VCI", "ServerKit", "Deadlines", "ShippedFiles", "WebPages", "XCStrings", "JOSE", "JSON", hummingbird, httpTypes,
                nioCore,
                nioSSL,
                logging, lifecycle, crypto,
            ], resources: [.copy("Resources")]),
        module(
            "PIDIssuer", floor: "Backend",
            [
                "CodedErrors", "OpenID4VCI", "SDJWT", "MDoc", "COSE", "CBOR", "StatusList", "JOSE", "JSON", "HSM", "ServerState",
                "ServerKit",
                "Deadlines", "CalendarDays",
                "ShippedFiles",
                "WebPages", "OpenID4VCIIssuer", hummingbird, httpClient, httpTypes, nioCore, nioHTTP1, nioSSL, grdb, logging, lifecycle,
                crypto, x509,
                asn1,
            ], resources: [.copy("Resources")]),
        module(
            "DemoSites", floor: "Backend",
            [
                "OAuthMessages", "JSON", "ServerKit", "Deadlines", "ShippedFiles", "WebPages", hummingbird, httpTypes, nioCore, logging,
                lifecycle,
            ], resources: [.copy("Resources")]),
        tests(
            "DemoSitesTests",
            [
                "DemoSites", "JSON", "TestEnvironment", hummingbird, httpTypes, nioCore, logging,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
        .target(name: "CPNGPictures", path: "Sources/Backend/CPNGPictures", linkerSettings: [.linkedLibrary("png16")]),
        .systemLibrary(
            name: "CQREncode", path: "Sources/Backend/CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        module(
            "WalletVerifierHTTP", floor: "Backend",
            [
                "WalletVerifier", "OpenID4VP", "OpenID4VPVerifier", "OAuthMessages", "SDJWT", "StatusList", "JSON", "ServerKit",
                "Deadlines",
                "ShippedFiles", "WebPages", "XCStrings", "CQREncode", "CPNGPictures", hummingbird, httpClient, httpTypes, nioCore, nioHTTP1,
                nioSSL,
                metrics,
                logging, lifecycle,
            ],
            resources: [.copy("Resources")]),
        module(
            "Registrar", floor: "Backend",
            [
                "OpenID4VP", "OAuthMessages", "RelyingPartyRegistration", "StatusList", "DurableFiles", "JOSE", "JSON", crypto, x509, asn1,
            ]),
        tests(
            "RegistrarTests",
            [
                "Registrar", "OpenID4VP", "OAuthMessages", "RelyingPartyRegistration", "DCQL", "SDJWT", "StatusList", "DurableFiles",
                "JOSE",
                "JSON", "PythonRun", "TestEnvironment", crypto, x509, asn1,
            ],
            exclude: ["Python"]),
        testSupport("SessionStoreChecks", ["WalletVerifier"]),
        testSupport("PostgresCluster", ["TestEnvironment"]),
        testSupport("WalletConformance", ["WalletInterface", "WalletConfiguration", "PlatformSupport"]),
        testSupport("ProviderWorld", ["WalletProvider", "HSM", "ProviderProtocol", "JOSE"]),
        testSupport("PythonRun"),
        testSupport("HostileBodies", ["CBOR", "JSON"]),
        testSupport("TestEnvironment", ["PlatformSupport", logging]),
        testSupport("TestParties", ["PhoneSimulator", "DeviceAttestation", "WalletProvider"]),
        testSupport("IssuerWorld", ["PIDIssuer", "DigiDSimulator", "OpenID4VCI", "HSM", "ServerKit", "Deadlines", nioSSL, logging]),
        testSupport("DesignRows"),
        tests(
            "WalletProviderPostgresTests",
            ["WalletProviderPostgres", "PostgresClient", "Deadlines", "WalletProvider", "ProviderProtocol", "PostgresCluster"]),
        tests(
            "WalletVerifierPostgresTests",
            ["WalletVerifierPostgres", "WalletVerifier", "SessionStoreChecks", "PostgresClient", "Deadlines", "PostgresCluster"]),
        tests("HSMTests", ["HSM", "PKCS11HSM", "Deadlines", "TestEnvironment", crypto]),
        tests(
            "WalletProviderTests",
            [
                "wallet-provider", "provider-kill-subject", "KillLink", "WalletProvider", "WalletProviderSQLite", "WalletProviderPostgres",
                "PostgresClient", "PostgresCluster", "HostileBodies", "TestEnvironment", "WitnessFiles", "WalletProviderHTTP", "HSM",
                "ProviderProtocol",
                "ServerKit", "Deadlines", "ServerState", "WalletConfiguration", "DeviceAttestation", "PhoneSimulator", "OpenID4VCI",
                "SDJWT", "StatusList", "JOSE", "JSON", "CBOR", "ServerCommands", arguments, lifecycle, crypto, x509, asn1, grdb,
                hummingbird, "ProviderWorld", "TestParties",
                hummingbirdTLS, httpClient, httpTypes, nioCore, nioHTTP1, nioSSL, logging,
                .product(name: "HummingbirdTesting", package: "hummingbird"), .product(name: "NIOEmbedded", package: "swift-nio"),
            ]),
        tests(
            "RevocationPortalTests",
            [
                "RevocationPortal", "ServerKit", "Deadlines", "WebPages", "ProviderProtocol", "XCStrings", "TestEnvironment", "DesignRows",
                hummingbird,
                httpClient, httpTypes, nioCore, nioHTTP1, nioSSL, crypto,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
        tests(
            "WalletVerifierHTTPTests",
            [
                "WalletVerifierHTTP", "WalletVerifier", "WalletVerifierSQLite", "VerifierWorld", "OpenID4VP", "OpenID4VPWallet",
                "OAuthMessages", "SDJWT", "MDoc", "StatusList", "JOSE", "JSON", "ServerKit", "Deadlines", "XCStrings", "QRPictures",
                "TestEnvironment", hummingbird, httpTypes, nioCore, crypto, x509,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
        tests(
            "ConfigurationServerTests",
            [
                "ConfigurationServer", "WalletConfiguration", "JOSE", "TestEnvironment", "ServerKit", "Deadlines", hummingbird, httpClient,
                httpTypes,
                nioCore, nioHTTP1, nioSSL, crypto, .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),

        tests(
            "PIDIssuerTests",
            [
                "PIDIssuer", "DigiDSimulator", "OpenID4VCI", "SDJWT", "MDoc", "COSE", "CBOR", "StatusList", "JOSE", "JSON", "HSM",
                "WalletProvider",
                "TestEnvironment", "PythonRun", "ServerKit", "Deadlines", "WebPages", "OpenID4VCIWallet", "OpenID4VCIIssuer", lifecycle,
                crypto, x509,
                nioCore,
                nioPosix,
                nioSSL, httpTypes, logging, "IssuerWorld",
            ], exclude: ["Python"]),

        tests(
            "WalletVerifierTests",
            [
                "WalletVerifier", "WalletVerifierSQLite", "SessionStoreChecks", "OpenID4VP", "OpenID4VPVerifier", "OpenID4VPWallet",
                "OAuthMessages", "DCQL", "SDJWT", "MDoc", "StatusList", "JOSE", "JSON", "VerifierWorld", "TestEnvironment", crypto, x509,
                asn1, grdb,
            ]),

        // MARK: Programs
        module("Brands", floor: "Programs", ["ShippedFiles", "WalletApp", "WalletConfiguration"], resources: [.copy("Resources")]),
        program(
            "wallet",
            [
                "Brands", "PhoneWeb", "WalletApp", "WalletCore", "WalletFlows", "PhoneSimulator", "ObservedValues", "PlatformSupport",
                "WalletProvider",
                "WalletProviderSQLite", "WitnessFiles", "WalletProviderHTTP", "WalletConfiguration", "ConfigurationServer",
                "ConfigurationState", "PIDIssuer", "DigiDSimulator", "OpenID4VCI", "SDJWT", "ServerState", "RevocationPortal", "HSM",
                "JOSE", "JSON", "DeviceAttestation",
                "WalletVerifier", "WalletVerifierSQLite", "WalletVerifierHTTP", "Registrar", "DemoSites", "OpenID4VP", "OAuthMessages",
                "MDoc",
                "ServerKit", "Deadlines", "DurableFiles", "BuildInfo", hummingbird, httpTypes, crypto, x509, asn1, nioCore, nioPosix,
                nioSSL,
                arguments, logging, lifecycle, unixSignals,
            ]),
        program(
            "wallet-provider",
            [
                "WalletProvider", "WalletProviderSQLite", "WalletProviderPostgres", "PostgresClient", "WitnessFiles", "WalletProviderHTTP",
                "RevocationPortal", "ServerKit", "Deadlines", "ServerState", "HSM", "PKCS11HSM", "ProviderProtocol", "WalletConfiguration",
                "DeviceAttestation", "JOSE", "JSON", "ServerCommands", "BuildInfo", "DurableFiles", crypto, x509, asn1, arguments, logging,
            ]),
        program(
            "wallet-config",
            [
                "ConfigurationServer", "ConfigurationState", "WalletConfiguration", "Registrar", "ServerKit", "Deadlines", "ServerState",
                "DurableFiles", "JOSE", "JSON", "ServerCommands", "BuildInfo", crypto,
                x509, asn1, arguments, logging,
            ]),

        program(
            "wallet-issuer",
            [
                "PIDIssuer", "DigiDSimulator", "OpenID4VCI", "SDJWT", "HSM", "PKCS11HSM", "WalletConfiguration", "JSON", "ServerState",
                "ServerKit", "Deadlines", "ServerCommands", "BuildInfo", asn1, x509,
                arguments, logging, lifecycle,
            ]),

        program(
            "wallet-verifier",
            [
                "WalletVerifier", "WalletVerifierSQLite", "WalletVerifierPostgres", "PostgresClient", "WalletVerifierHTTP", "Registrar",
                "OpenID4VP", "OAuthMessages", "MDoc", "SDJWT", "WalletConfiguration", "ServerKit", "Deadlines", "ServerState",
                "DurableFiles", "JOSE", "JSON", "ServerCommands", "BuildInfo", crypto, x509, asn1, arguments, logging,
            ]),

        tests(
            "DemoTests",
            [
                "wallet", "Brands", "PhoneWeb", "WalletCore", "WalletInterface", "WalletApp", "WalletConfiguration", "WalletProvider",
                "WalletProviderSQLite",
                "ConfigurationServer", "ConfigurationState", "OpenID4VCI", "OAuthMessages", "PIDIssuer", "DemoSites", "Registrar",
                "PhoneSimulator", "HSM", "ProviderProtocol", "Deadlines", "ServerState", arguments, "TestEnvironment", logging, nioCore,
                nioPosix,
            ]),

        // MARK: Benchmarks
        benchmark(
            "wallet-benchmark",
            [
                "WalletProvider", "WalletProviderSQLite", "WalletProviderPostgres", "PostgresClient", "PostgresCluster", "HostileBodies",
                "HSM", "PKCS11HSM",
                "ProviderProtocol", "Deadlines", "TestEnvironment", "PhoneSimulator", "DeviceAttestation", "JOSE", "JSON", crypto, asn1,
                grdbSQLite,
                "ProviderWorld", "HTTPChannels", hummingbird, hummingbirdCore, hummingbirdTLS,
                httpClient, nioCore,
                nioHTTP1, nioSSL, logging, arguments,
            ]),

        benchmark("bare-hummingbird", [hummingbird, logging]),

        benchmark(
            "card-benchmark",
            [
                "WalletCore", "WalletInterface", "PlatformSupport", "WalletConfiguration", "OpenID4VP", "OpenID4VPWallet",
                "OpenID4VPVerifier", "OAuthMessages", "DCQL", "SDJWT", "MDoc", "COSE", "CBOR", "JOSE", "JSON", crypto, x509, asn1, grdb,
                arguments,
            ]),

        // MARK: Integration tests
        tests(
            "IntegrationTests",
            [
                "WalletConfiguration", "WalletCore", "WalletInterface", "PhoneSimulator", "PlatformSupport", "WalletProvider",
                "WalletProviderSQLite", "WalletProviderHTTP", "HSM", "ProviderProtocol", "DeviceAttestation", "OpenID4VCI", "SDJWT",
                "MDoc", "COSE", "StatusList", "JOSE", "JSON", "CBOR", "PIDIssuer", "DigiDSimulator", "ServerKit", "Deadlines",
                "OpenID4VCIIssuer", "ObservedValues", "TestEnvironment", "CalendarDays", crypto, x509, asn1, nioCore, grdb, logging,
                httpTypes, "TestParties", "IssuerWorld", "ProviderWorld", "VerifierWorld", "OpenID4VP", "OpenID4VPVerifier", "DCQL",
                "OAuthMessages", "WalletVerifier", "WalletVerifierHTTP", "WalletVerifierSQLite", "Registrar", hummingbird,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),

        // MARK: Fuzzing
        testSupport(
            "FuzzTargets",
            [
                "CBOR", "COSE", "JOSE", "JSON", "CertificateChain", "SDJWT", "MDoc", "StatusList", "OpenID4VCI", "OpenID4VCIWallet",
                "OpenID4VCIIssuer", "OAuthMessages", "DCQL", "RelyingPartyRegistration", "OpenID4VP", "OpenID4VPWallet",
                "OpenID4VPVerifier", "DeviceAttestation", "ProviderProtocol", "WalletConfiguration", "PlatformSupport",
                "WalletInterface", "WalletApp", "QRPictures", crypto, x509, asn1,
            ]),
        tests("FuzzTests", ["FuzzTargets"]),

        // MARK: Browser tests
        harness("store-card", ["PhoneSimulator", "JSON", crypto, grdb, arguments]),

        // MARK: Kill tests
        testSupport("KillLink"),
        harness(
            "wallet-kill-subject",
            [
                "KillLink", "WalletCore", "WalletInterface", "PhoneSimulator", "PlatformSupport", "WalletConfiguration", "ProviderProtocol",
                "DeviceAttestation", "DurableFiles", "JSON", crypto,
            ]),
        harness(
            "provider-kill-subject",
            [
                "KillLink", "WalletProvider", "WalletProviderSQLite", "WalletProviderPostgres", "PostgresClient", "WitnessFiles",
                "Deadlines", "HSM",
                "ProviderWorld", "ProviderProtocol", "DeviceAttestation", crypto, x509, asn1,
            ]),
        tests(
            "KillTests",
            [
                "wallet-kill-subject", "KillLink", "WalletCore", "PhoneSimulator", "WalletProvider", "WalletProviderSQLite",
                "WalletConfiguration",
                "HSM", "ProviderProtocol", "TestParties", "JOSE", "JSON", "PIDIssuer", "IssuerWorld", "OpenID4VCI", "SDJWT",
                "MDoc",
                "COSE", "CBOR", "ProviderWorld", "VerifierWorld", "OpenID4VP", "OpenID4VPVerifier", "OAuthMessages", "DCQL",
                "Deadlines", "WalletInterface", "TestEnvironment", crypto, grdb, x509,
            ]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// libFuzzer provides the main function and requires its own compiler flags, so this program exists only for `make fuzz`.
if Context.environment["WALLET_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tests/Harnesses/CLibFuzzer"),
        harness("wallet-fuzz", ["FuzzTargets", "CLibFuzzer"]),
    ]
}
