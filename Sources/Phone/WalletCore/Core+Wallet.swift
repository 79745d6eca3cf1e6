// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension Core: Wallet, UnlockedWallet {}
