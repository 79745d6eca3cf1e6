// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// The key in the phone's secure hardware that identifies this wallet to the provider.
struct DeviceKey: Sendable, Equatable {
    /// The platform's name for the key.
    let identifier: String
    /// The kind of the key's proofs. The provider accepts only the kind with which the wallet registered.
    let kind: AttestedKeyKind
}
