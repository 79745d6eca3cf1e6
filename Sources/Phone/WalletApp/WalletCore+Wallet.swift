// SPDX-License-Identifier: EUPL-1.2

import WalletCore

extension WalletCore: Wallet {}
