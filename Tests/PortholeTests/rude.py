"""A server that behaves badly: what is asked for tells how. It speaks as much of Janus as it takes to get that far.

usage: rude.py PORT
"""
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

port = int(sys.argv[1])
# What a session has to tell, by its number.
news = {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def reply(self, status, body, kind="application/json", **headers):
        if not isinstance(body, bytes):
            body = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        for header, value in headers.items():
            self.send_header(header, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def misbehave(self, way):
        if way == "never":
            time.sleep(60)
        elif way == "drip":
            self.send_response(201)
            self.send_header("Content-Length", "100000")
            self.end_headers()
            while True:
                self.wfile.write(b"v")
                self.wfile.flush()
                time.sleep(0.2)
        elif way == "huge":
            self.send_response(201)
            self.send_header("Content-Type", "application/sdp")
            self.end_headers()
            while True:
                self.wfile.write(b"v=0\r\n" * 10000)
        elif way == "loop":
            self.reply(307, "", Location="/loop")
        elif way == "nowhere":
            self.reply(307, "")
        elif way == "file":
            self.reply(307, "", Location="file:///etc/passwd")
        elif way == "moved":
            self.reply(302, "", Location="/elsewhere")
        elif way == "words":
            self.reply(201, "hello", "application/sdp")
        elif way == "cut":
            self.reply(201, "v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n", "application/sdp", Location="/x")
        elif way == "page":
            self.reply(500, "<html><body>" + "x" * 5000, "text/html")
        elif way == "busy":
            self.reply(503, "too\x07 many\nviewers", "text/plain", **{"Retry-After": "7"})
        elif way == "close":
            self.close_connection = True
            self.connection.close()
        elif way == "binary":
            self.wfile.write(bytes(range(256)) * 10)
            self.close_connection = True
        else:
            return False
        return True

    def do_GET(self):
        parts = self.path.split("?")[0].strip("/").split("/")
        if parts[0] not in ("mute", "flood", "deaf", "fool", "forget", "half"):
            return self.reply(404, "nothing here", "text/plain")
        waiting = news.setdefault(parts[1], [])
        if parts[0] == "fool" and not waiting:
            return self.reply(200, "<html>" * 100)
        if parts[0] == "forget" and not waiting:
            return self.reply(200, {"janus": "error", "error": {"code": 458, "reason": "No such session"}})
        for _ in range(100):
            if waiting:
                break
            time.sleep(0.05)
        now, news[parts[1]] = waiting[:500], waiting[500:]
        self.reply(200, now or {"janus": "keepalive"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = self.path.split("?")[0].strip("/").split("/")
        if self.misbehave(parts[0]):
            return
        question = json.loads(body)
        answer = {"janus": "success", "transaction": question["transaction"]}
        if question["janus"] in ("create", "attach"):
            answer["data"] = {"id": len(news) + 100 if question["janus"] == "create" else 7}
            if question["janus"] == "create":
                news[str(answer["data"]["id"])] = []
        elif question["janus"] == "message":
            answer["janus"] = "ack"
            self.take(parts[0], parts[1], question)
        self.reply(200, answer)

    def take(self, way, session, question):
        def event(data, transaction=None, jsep=None):
            message = {"janus": "event", "sender": 7, "plugindata": {"plugin": "p", "data": data}}
            if transaction:
                message["transaction"] = transaction
            if jsep:
                message["jsep"] = jsep
            news[session].append(message)

        request = question["body"]["request"]
        if request == "join" and way != "mute" and question["body"]["ptype"] == "publisher":
            event({"videoroom": "joined", "id": 1, "private_id": 2, "publishers": []}, question["transaction"])
            if way == "flood":
                for number in range(10000):
                    somebody = {"id": number % 50 + 10, "display": f"Nobody {number % 50}"}
                    event({"videoroom": "event", "joining": somebody})
        elif request == "configure" and way in ("half", "flood"):
            event({"videoroom": "event", "configured": "ok"}, question["transaction"],
                  {"type": "answer", "sdp": "v=0\r\nhello\r\n"})
        elif request == "configure":
            event({"videoroom": "event", "error_code": 437, "error": "Invalid SDP"}, question["transaction"])

    def do_DELETE(self):
        print("deleted", self.path, flush=True)
        self.reply(200, "")


print("ready", flush=True)
ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()
