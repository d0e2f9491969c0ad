"""Calls by WHIP with aiortc: sends pictures and a tone, prints what comes, and ends as it was told.

usage: aiortc_caller.py SITE TOKEN FRAMES delete|vanish|wait
A line for each step: "answer", "frames N", "sound", "deleted", "over". delete: DELETE; vanish: end at once, without a word;
wait: until the other side has ended it.
"""
import array
import asyncio
import fractions
import math
import os
import sys
import urllib.error
import urllib.request

import av
from aiortc import MediaStreamTrack, RTCPeerConnection, RTCSessionDescription, VideoStreamTrack


class Pictures(VideoStreamTrack):
    async def recv(self):
        pts, base = await self.next_timestamp()
        frame = av.VideoFrame(320, 180, "yuv420p")
        # 0xe040fb, in the matrix of BT.601.
        for plane, value in zip(frame.planes, (113, 196, 191)):
            plane.update(bytes([value]) * plane.buffer_size)
        frame.pts, frame.time_base = pts, base
        return frame


class Tone(MediaStreamTrack):
    kind = "audio"
    count = 0

    async def recv(self):
        await asyncio.sleep(0.02)
        frame = av.AudioFrame(format="s16", layout="mono", samples=960)
        wave = (int(8000 * math.sin(2 * math.pi * 440 * (self.count + n) / 48000)) for n in range(960))
        frame.planes[0].update(array.array("h", wave).tobytes())
        frame.sample_rate, frame.pts, frame.time_base = 48000, self.count, fractions.Fraction(1, 48000)
        self.count += 960
        return frame


def say(*words):
    print(*words, flush=True)


def ask(method, url, token, body=None):
    request = urllib.request.Request(url, data=body, method=method)
    request.add_header("Authorization", f"Bearer {token}")
    if body:
        request.add_header("Content-Type", "application/sdp")
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


async def main():
    site, token, wanted, ending = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    peer = RTCPeerConnection()
    enough, heard, over = asyncio.Event(), asyncio.Event(), asyncio.Event()

    @peer.on("track")
    def came(track):
        async def watch():
            count = 0
            try:
                while True:
                    await track.recv()
                    count += 1
                    if track.kind == "audio" and count == 20:
                        say("sound")
                        heard.set()
                    if track.kind == "video" and count == wanted:
                        say("frames", count)
                        enough.set()
            except Exception:
                over.set()

        asyncio.ensure_future(watch())

    @peer.on("connectionstatechange")
    def changed():
        if peer.connectionState in ("failed", "closed"):
            over.set()

    peer.addTrack(Tone())
    peer.addTrack(Pictures())
    await peer.setLocalDescription(await peer.createOffer())
    offer = peer.localDescription.sdp.encode()
    loop = asyncio.get_running_loop()
    status, fields, answer = await loop.run_in_executor(
        None, ask, "POST", f"{site}/call?name=aiortc", token, offer)
    if status != 201:
        return say("refused", status, answer.strip())
    say("answer")
    await peer.setRemoteDescription(RTCSessionDescription(answer, "answer"))
    await asyncio.wait_for(asyncio.gather(enough.wait(), heard.wait()), 60)
    if ending == "vanish":
        os._exit(0)
    if ending == "delete":
        status, _, _ = await loop.run_in_executor(None, ask, "DELETE", site + fields["Location"], token)
        say("deleted", status)
    else:
        await asyncio.wait_for(over.wait(), 60)
    say("over")
    os._exit(0)


asyncio.run(main())
