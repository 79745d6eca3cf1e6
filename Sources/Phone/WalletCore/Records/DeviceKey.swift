// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// The key in the phone's secure hardware by which the provider knows this wallet.
struct DeviceKey: Sendable, Equatable {
    /// The platform's name for it.
    let identifier: String
    /// In which way it proves itself: the provider takes no other way from a wallet than the one that it registered with.
    let kind: AttestedKeyKind
}
