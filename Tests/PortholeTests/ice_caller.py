"""Calls by WHIP, is reached by ICE, and then exchanges no keys: DTLS never finishes.

usage: ice_caller.py SITE TOKEN     "reached" once packets could flow
"""
import asyncio
import sys
import urllib.request

import aioice

HEAD = """v=0
o=- 1 1 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0 1
"""
SECTION = """m={kind} 9 UDP/TLS/RTP/SAVPF {number}
c=IN IP4 0.0.0.0
a=mid:{mid}
a=setup:actpass
a=fingerprint:sha-256 {fingerprint}
a=ice-ufrag:{user}
a=ice-pwd:{password}
a=rtcp-mux
a=sendrecv
a=rtpmap:{number} {format}
"""


def post(site, token, offer):
    request = urllib.request.Request(f"{site}/call", data=offer.encode(), method="POST")
    request.add_header("Authorization", f"Bearer {token}")
    request.add_header("Content-Type", "application/sdp")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read().decode()


async def main():
    site, token = sys.argv[1:3]
    ice = aioice.Connection(ice_controlling=True)
    await ice.gather_candidates()
    candidates = "".join(f"a=candidate:{one.to_sdp()}\n" for one in ice.local_candidates)
    offer = HEAD
    for mid, (kind, number, name) in enumerate([("audio", 111, "OPUS/48000/2"), ("video", 96, "VP8/90000")]):
        offer += SECTION.format(
            kind=kind, number=number, mid=mid, format=name, fingerprint=":".join(["AB"] * 32), user=ice.local_username,
            password=ice.local_password)
        offer += candidates
    answer = await asyncio.get_running_loop().run_in_executor(None, post, site, token, offer.replace("\n", "\r\n"))
    lines = answer.splitlines()
    ice.remote_username = next(line[12:] for line in lines if line.startswith("a=ice-ufrag:"))
    ice.remote_password = next(line[10:] for line in lines if line.startswith("a=ice-pwd:"))
    for line in dict.fromkeys(line for line in lines if line.startswith("a=candidate:")):
        await ice.add_remote_candidate(aioice.Candidate.from_sdp(line[12:]))
    await ice.add_remote_candidate(None)
    await ice.connect()
    print("reached", flush=True)
    await asyncio.sleep(60)


asyncio.run(main())
