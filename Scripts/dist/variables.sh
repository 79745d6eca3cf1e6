# SPDX-License-Identifier: EUPL-1.2
# Read by the scripts of this folder, in the root of the repository: what they share.

# The version, as --version prints it.
version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/Base/BuildInfo/BuildInfo.swift)
# The time of the commit: the time of every file that is made.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
architecture=$(dpkg --print-architecture)
# The finished files, and the folder in which they are made.
output=$PWD/.local/dist
work=$PWD/.local/dist-work
servers=(wallet-config wallet-issuer wallet-provider wallet-verifier)
programs=("${servers[@]}" wallet)
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
umask 022

# The modules whose resources a program needs, beside it.
resources() {
    case $1 in
        wallet-config) ;;
        wallet-issuer) echo DigiDSimulator PIDIssuer WebPages ;;
        wallet-provider) echo RevocationPortal WebPages ;;
        wallet-verifier) echo WalletVerifierHTTP WebPages ;;
        wallet) echo DigiDSimulator PhoneWeb PIDIssuer RevocationPortal WalletApp WebPages ;;
    esac
}

# usage: archive FOLDER NAME… — a tar on standard output whose bytes depend on names, modes and contents only.
archive() {
    tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu --directory "$@"
}
