# SPDX-License-Identifier: EUPL-1.2
# Read, after variables.sh, by the tests that install packages: a fresh Debian at $root, whose /proc is mounted. The script runs in a mount namespace
# of its own, so that no mount outlives it however it ends.
. Scripts/persist.sh

base=$work/debian-base
root=$work/debian-root

# A day's packages: the archive deletes those that its later lists do not name.
make_base() {
    if [ -n "$(find "$base/complete" -mtime -1 2>/dev/null)" ]; then return; fi
    # A debootstrap that failed may have left its mounts.
    rm -rf --one-file-system "$base"
    debootstrap --variant=minbase bookworm "$base" > "$work/debootstrap.log" || return
    # The smallest Debian has none, and an installer writes one.
    echo "127.0.0.1 localhost" > "$base/etc/hosts"
    chroot "$base" apt-get update -qq -o APT::Update::Error-Mode=any || return
    touch "$base/complete"
}

remove_root() {
    if [ -d "$root" ]; then
        umount --lazy "$root/proc" 2>/dev/null || true
        rm -rf --one-file-system "$root"
    fi
}

# Also after a failure, and after Ctrl-C.
trap remove_root EXIT
trap 'exit 130' INT TERM

fresh_root() {
    mkdir -p "$work"
    persist make_base
    remove_root
    cp --archive "$base" "$root"
    mount -t proc proc "$root/proc"
}

inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive "$@"; }

# usage: put_package SERVER — copies its Debian package into the fresh Debian and prints its path there.
put_package() {
    cp "$output/${1}_${version}_$architecture.deb" "$root/tmp/" && echo "/tmp/${1}_${version}_$architecture.deb"
}

# usage: install_packages NAME PACKAGE… — installs packages, with a log of that name.
install_packages() {
    local log=$work/apt-$1.log apt=(inside apt-get install -y -qq --no-install-recommends)
    # Only the download is tried again: a second installation could hide a fault of a package's own scripts.
    if ! { persist "${apt[@]}" --download-only "${@:2}" && "${apt[@]}" "${@:2}"; } >> "$log" 2>&1; then
        tail "$log" >&2
        exit 1
    fi
}
