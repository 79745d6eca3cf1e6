// SPDX-License-Identifier: EUPL-1.2

public import CWalletHost
import WalletHost

@c @implementation public func wallet_development_conformance(
    _ configuration: UnsafePointer<UInt8>!, _ length: Int, _ callbacks: UnsafePointer<wallet_callbacks>!,
    _ wallet: UnsafeMutablePointer<UInt64>!
) -> wallet_status {
    status { () throws(HostFailure) in
        guard let callbacks = unsafe callbacks, let wallet = unsafe wallet, let callbacks = unsafe HostCallbacks(callbacks.pointee)
        else { throw .badArgument }
        let configuration = unsafe try BorrowedBytes.read(SuiteConfiguration.self, configuration, length)
        let host = try Host(storageDirectory: configuration.storageDirectory, callbacks) { calls, _ throws(HostFailure) in
            try HostedSuite(configuration, calls)
        }
        unsafe wallet.pointee = Hosts.add(host)
    }
}
