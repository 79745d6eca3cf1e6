# SPDX-License-Identifier: EUPL-1.2
"""SIGTERM: an open page and idle connections do not delay the stop of the demo."""
import socket
import time

from test_ports import ports

# In seconds. Less than the minute after which a demo of the tests closes idle connections, and gives up waiting for its stop.
LATEST = 40

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow:"


def test_an_open_page_and_idle_connections_do_not_delay_a_stop(phone):
    # The page holds its stream of events open.
    page = int(phone.page.url.split(":")[2].split("/")[0])
    *servers, portal = ports(phone.program)
    lines = []

    def connect(port):
        lines.append(socket.create_connection(("127.0.0.1" if port == page else "localhost", port), timeout=LATEST))
        return lines[-1]

    try:
        for port in [page, portal, *servers]:
            # No byte; the beginning of a header or of a handshake; a connection that only the server can still write to.
            connect(port)
            connect(port).sendall(b"\x16\x03\x01\x02\x00\x01" if port in servers else HALF)
            connect(port).shutdown(socket.SHUT_WR)
        # A part of a second request.
        line = connect(page)
        line.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{page}\r\n\r\n".encode())
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(HALF)
        began = time.monotonic()
        assert phone.program.stop() == 0
        assert time.monotonic() - began < LATEST
    finally:
        for line in lines:
            line.close()
