// SPDX-License-Identifier: EUPL-1.2

package import WalletCore

extension WalletCore: Wallet {}
