// Joins the call of the porthole that served this page: one offer by POST, the answer comes when somebody takes the call,
// DELETE leaves (WHIP, RFC 9725, with media both ways). What the two programs tell each other goes over a data channel.
"use strict";

const page = document.documentElement;
const part = (id) => document.getElementById(id);
const asked = new URLSearchParams(location.hash.slice(1));
// On one machine there is no network that could be away.
const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
const limits = { gathering: 2000, interruption: 2000, loss: isHere ? 4000 : 30000 };
let call = null;

function show(state, title, detail) {
  page.dataset.state = state;
  if (title !== undefined) part("title").textContent = title;
  if (detail !== undefined) part("detail").textContent = detail;
}

function end(title, detail) {
  if (call) stop(call);
  call = null;
  page.dataset.video = "off";
  part("join").textContent = "Join again";
  show("ended", title, detail ?? "");
}

function stop(old) {
  old.isOver = true;
  clearInterval(old.timer);
  old.abort.abort();
  for (const track of old.tracks) track.stop();
  old.peer.close();
  part("remote").srcObject = null;
  part("own").srcObject = null;
}

// Camera and microphone, or what there is of them: one who can only listen may join too.
async function ownTracks() {
  const video = { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 30, max: 30 } };
  const audio = { echoCancellation: true, noiseSuppression: true };
  for (const wish of [{ audio, video }, { audio }, { video }]) {
    try {
      return (await navigator.mediaDevices.getUserMedia(wish)).getTracks();
    } catch {
      // The next one asks for less.
    }
  }
  return [];
}

function gathered(peer) {
  return new Promise((done) => {
    const check = () => { if (peer.iceGatheringState === "complete") done(); };
    peer.addEventListener("icegatheringstatechange", check);
    setTimeout(done, limits.gathering);
    check();
  });
}

function say(message) {
  if (call?.channel.readyState === "open") call.channel.send(JSON.stringify(message));
}

function saySending() {
  say({ type: "sending", microphone: sends("audio"), camera: sends("video") });
}

function sends(kind) {
  return Boolean(call && !call.isHeld && call.tracks.some((track) => track.kind === kind && track.enabled));
}

// A call that the other side has put on hold sends nothing either.
function hold(isHeld) {
  if (call.isHeld === isHeld) return;
  call.isHeld = isHeld;
  for (const { sender, track } of call.sent) sender.replaceTrack(isHeld ? null : track).catch(() => {});
  saySending();
  if (!isHeld) show("call", "Connected", "");
}

function hear(text) {
  if (!call) return;
  call.heard = performance.now();
  let message;
  try { message = JSON.parse(text); } catch { return; }
  switch (message.type) {
    case "alive": say({ type: "heard", time: message.time }); break;
    case "sending":
      call.otherCamera = message.camera !== false;
      call.otherMicrophone = message.microphone !== false;
      hold(message.held === true);
      refresh();
      break;
    case "goodbye": end("The call has ended", "The other side hung up."); break;
  }
}

function refresh() {
  const hasVideo = call.isConnected && call.otherCamera && !call.isHeld && part("remote").videoWidth > 0;
  page.dataset.video = hasVideo ? "on" : "off";
  if (call.isConnected && call.isHeld) show("call", "On hold", "The other side has put the call on hold.");
  else if (call.isConnected && !hasVideo) show("call", "Camera off", "The other side sends no pictures.");
}

function tick() {
  if (!call || !call.isConnected) return;
  say({ type: "alive", time: Math.round(performance.now() * 1e6) });
  const silence = performance.now() - call.heard;
  if (silence > limits.loss) return end("The connection was lost", "Nothing came from the other side any more.");
  const seconds = Math.floor((performance.now() - call.connectedAt) / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const words = silence > limits.interruption ? "Reconnecting…" : clock;
  part("status").textContent = call.isHeld ? "On hold" : call.otherMicrophone ? words : `${words} · muted there`;
  refresh();
}

function connected() {
  if (!call || call.isConnected) return;
  call.isConnected = true;
  call.connectedAt = call.heard = performance.now();
  show("call", "Connected", "");
  tick();
}

const refusals = {
  401: ["The code is missing or wrong", "It is shown where the other side's Porthole answers."],
  403: ["The call was declined", ""],
  429: ["Too many wrong codes", "Wait a minute, then try again."],
  503: ["Busy", "Another call rings or runs there. Try again later."],
  504: ["Nobody answered", "Try again later."],
};

// The servers that help to reach the other side; they have passwords, so the code is asked for here already.
async function configure(token) {
  try {
    const response = await fetch("ice", { headers: { Authorization: `Bearer ${token}` } });
    if (response.ok) return await response.json();
    if (response.status !== 401 && response.status !== 429) return {};
    part("codeRow").classList.remove("hidden");
    end(...refusals[response.status]);
  } catch (error) {
    end("The call could not be made", String(error.message ?? error));
  }
  return null;
}

async function join() {
  if (call) return;
  if (!navigator.mediaDevices || !window.RTCPeerConnection) {
    return end("This browser can't join", "It offers camera and microphone to https:// pages only.");
  }
  const name = part("name").value.trim();
  const token = part("code").value.trim();
  show("joining", "Connecting…", "");
  part("status").textContent = "Connecting…";
  const configuration = await configure(token);
  if (call || !configuration) return;
  const peer = new RTCPeerConnection(configuration);
  const mine = call = {
    peer, tracks: [], abort: new AbortController(), heard: 0, otherCamera: true, otherMicrophone: true,
    isConnected: false, isOver: false, isHeld: false, sent: [], channel: peer.createDataChannel("porthole"),
    // Named here, so that it can be left before it was answered.
    id: crypto.randomUUID().replaceAll("-", ""), resource: null,
  };
  mine.timer = setInterval(tick, 500);
  mine.channel.onopen = () => { mine.heard = performance.now(); saySending(); };
  mine.channel.onmessage = (event) => hear(event.data);
  const remote = new MediaStream();
  peer.ontrack = (event) => {
    remote.addTrack(event.track);
    part("remote").srcObject = remote;
  };
  peer.onconnectionstatechange = () => {
    if (peer.connectionState === "connected") connected();
    if (peer.connectionState === "failed") end("The connection failed", "No way between the two sides works.");
  };
  try {
    const tracks = await ownTracks();
    if (mine.isOver) return tracks.forEach((track) => track.stop());
    mine.tracks = tracks;
    const stream = new MediaStream(tracks);
    part("own").srcObject = stream;
    part("own").classList.toggle("hidden", !tracks.some((track) => track.kind === "video"));
    for (const kind of ["audio", "video"]) {
      const track = tracks.find((one) => one.kind === kind);
      const { sender } = peer.addTransceiver(track ?? kind, { direction: "sendrecv", streams: [stream] });
      if (track) mine.sent.push({ sender, track });
    }
    toggles();
    await peer.setLocalDescription();
    await gathered(peer);
    if (mine.isOver) return;
    show("joining", "Ringing…", "");
    part("status").textContent = "Ringing…";
    mine.resource = `call/${mine.id}`;
    const response = await fetch(`call?name=${encodeURIComponent(name)}`, {
      method: "POST", body: peer.localDescription.sdp, signal: mine.abort.signal,
      headers: {
        "Content-Type": "application/sdp", Authorization: `Bearer ${token}`, "Porthole-Call": mine.id,
      },
    });
    if (response.status !== 201) {
      part("codeRow").classList.toggle("hidden", Boolean(token) && response.status !== 401);
      const words = refusals[response.status] ?? ["The call was not taken", (await response.text()).trim()];
      return end(...words);
    }
    mine.resource = response.headers.get("Location");
    await peer.setRemoteDescription({ type: "answer", sdp: await response.text() });
    if (page.dataset.state === "joining") show("joining", "Connecting…", "");
  } catch (error) {
    if (!mine.isOver) end("The call could not be made", String(error.message ?? error));
  }
}

function leave() {
  if (!call) return;
  const old = call;
  say({ type: "goodbye", reason: "hang-up" });
  if (old.resource) fetch(old.resource, { method: "DELETE", keepalive: true }).catch(() => {});
  // A goodbye needs a moment to leave.
  call = null;
  setTimeout(() => stop(old), 50);
  page.dataset.video = "off";
  part("join").textContent = "Join again";
  show("ended", "You left the call", "");
}

function toggles() {
  for (const [id, kind, off, on] of [
    ["mute", "audio", "Mute microphone", "Unmute microphone"], ["camera", "video", "Turn camera off", "Turn camera on"],
  ]) {
    const track = call?.tracks.find((one) => one.kind === kind);
    const isOff = track ? !track.enabled : true;
    const button = part(id);
    button.disabled = !track;
    button.setAttribute("aria-pressed", String(isOff));
    button.title = isOff ? on : off;
    button.setAttribute("aria-label", button.title);
  }
}

function toggle(kind) {
  const track = call?.tracks.find((one) => one.kind === kind);
  if (!track) return;
  track.enabled = !track.enabled;
  toggles();
  saySending();
}

part("name").value = asked.get("name") ?? "";
part("code").value = asked.get("token") ?? "";
part("codeRow").classList.toggle("hidden", asked.has("token"));
part("form").addEventListener("submit", (event) => { event.preventDefault(); join(); });
part("mute").addEventListener("click", () => toggle("audio"));
part("camera").addEventListener("click", () => toggle("video"));
part("leave").addEventListener("click", leave);
part("remote").addEventListener("resize", () => { if (call) refresh(); });
window.addEventListener("pagehide", leave);
if (asked.has("join")) join();
