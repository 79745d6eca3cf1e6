# SPDX-License-Identifier: EUPL-1.2
"""usage: hold_lock.py LOCK HELD RELEASE   locks the file LOCK, makes the file HELD, and ends when RELEASE is there or after a minute"""
import fcntl
import pathlib
import sys
import time

lock, held, release = sys.argv[1:]
with open(lock, "w") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    pathlib.Path(held).touch()
    for _ in range(600):
        if pathlib.Path(release).exists():
            break
        time.sleep(0.1)
