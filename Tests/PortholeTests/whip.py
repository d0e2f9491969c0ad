"""A WHIP and WHEP server around aiortc, which nobody here wrote: what it gets and sends is told on the standard output.

usage: whip.py PORT [TOKEN] [LINK]...     LINK: the value of a Link field, told to those who show the token

SIGUSR1 breaks every connection without a word over HTTP, as a change of network would.
"""
import asyncio
import itertools
import json
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from aiortc import RTCPeerConnection, RTCSessionDescription, RTCRtpSender, VideoStreamTrack
from aiortc.mediastreams import AudioStreamTrack, MediaStreamError

port = int(sys.argv[1])
token = sys.argv[2] if len(sys.argv) > 2 else None
links = sys.argv[3:]
loop = asyncio.new_event_loop()
peers = {}
numbers = itertools.count(1)


def say(words):
    print(words, flush=True)


async def count(track):
    """Takes all that comes of a track."""
    number = 0
    try:
        while True:
            await track.recv()
            number += 1
            if number in (1, 10):
                say(f"{track.kind} {number}")
    except MediaStreamError:
        say(f"{track.kind} over")


async def answer(kind, codec, sdp):
    peer = RTCPeerConnection()
    name = str(next(numbers))
    peers[name] = peer

    @peer.on("connectionstatechange")
    def changed():
        say(f"{kind} {peer.connectionState}")

    @peer.on("track")
    def came(track):
        if kind == "whip":
            asyncio.ensure_future(count(track))

    await peer.setRemoteDescription(RTCSessionDescription(sdp, "offer"))
    if kind == "whep":
        for transceiver in peer.getTransceivers():
            track = VideoStreamTrack() if transceiver.kind == "video" else AudioStreamTrack()
            transceiver.sender.replaceTrack(track)
            transceiver.direction = "sendonly"
            if transceiver.kind == "video":
                all_codecs = RTCRtpSender.getCapabilities("video").codecs
                transceiver.setCodecPreferences([c for c in all_codecs if c.mimeType == f"video/{codec}"])
    await peer.setLocalDescription(await peer.createAnswer())
    return name, peer.localDescription.sdp


async def lose():
    """Nothing is sent or taken any more; nobody is told."""
    for peer in peers.values():
        for transceiver in peer.getTransceivers():
            await transceiver.sender.transport.transport._connection.close()


async def leave(name):
    peer = peers.pop(name, None)
    if peer:
        await peer.close()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def reply(self, status, body=b"", kind="text/plain", **headers):
        self.send_response(status)
        for link in links if self.headers.get("Authorization") == f"Bearer {token}" else []:
            self.send_header("Link", link)
        for header, value in headers.items():
            self.send_header(header, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def is_allowed(self):
        if token is None or self.headers.get("Authorization") == f"Bearer {token}":
            return True
        problem = json.dumps({"title": "Unauthorized", "detail": "this token opens nothing"}).encode()
        self.reply(401, problem, "application/problem+json")
        return False

    def do_OPTIONS(self):
        say("options")
        self.reply(204)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.strip("/").split("/")
        if path[0] == "moved":
            return self.reply(307, Location="/" + "/".join(path[1:]))
        if not self.is_allowed():
            return
        if path[0] not in ("whip", "whep") or self.headers.get("Content-Type") != "application/sdp":
            return self.reply(404, b"nothing here")
        codec = path[1] if len(path) > 1 else "VP8"
        name, sdp = asyncio.run_coroutine_threadsafe(answer(path[0], codec, body.decode()), loop).result(10)
        place = f"/session/{name}" if path[0] == "whip" else f"http://127.0.0.1:{port}/session/{name}"
        self.reply(201, sdp.encode(), "application/sdp", Location=place)

    def do_DELETE(self):
        if not self.is_allowed():
            return
        name = self.path.rsplit("/", 1)[-1]
        say(f"deleted {name}")
        asyncio.run_coroutine_threadsafe(leave(name), loop)
        self.reply(200)


threading.Thread(target=loop.run_forever, daemon=True).start()
signal.signal(signal.SIGUSR1, lambda *_: asyncio.run_coroutine_threadsafe(lose(), loop))
server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
say("ready")
server.serve_forever()
