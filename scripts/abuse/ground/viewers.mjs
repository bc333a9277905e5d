/** Viewers of each kind. Each has `bytes`, `isClosed` and `close()`. */
import { PeerConnection, RtcpReceivingSession, Video } from "node-datachannel";
import { WebSocket } from "ws";
import { msUntil } from "./waiting.mjs";
import { Refused } from "../told-to-wait.mjs";
import { RtspViewer } from "./rtsp-viewer.mjs";

const WAIT_MS = 20_000;
const CONTROL = "control";
export const KINDS = ["events", "media socket", "RTSP", "WebRTC"];

/** Resolves when the first picture (or the socket of the events) is there. `account`: `{username, password, token}`. */
export async function view(kind, recorder, streamId, account) {
  const viewer = await open(kind, recorder, streamId, account);
  // The sockets begin to send when they are asked to: here it counts that they are open, and when they are closed.
  if (["RTSP", "WebRTC"].includes(kind) && (await msUntil(() => viewer.bytes > 1000, WAIT_MS)) === null)
    throw new Error(`${kind}: no picture`);
  return viewer;
}

async function open(kind, recorder, streamId, { username, password, token }) {
  if (kind === "RTSP") return RtspViewer.play(recorder.rtspPort, streamId, username, password);
  if (kind === "WebRTC") return peer(recorder, streamId, token);
  if (kind === "events") return socket(recorder, "/service/events/socket", token);
  const { id } = await recorder.must("POST", "/service/low-bandwidth/streams", { token, body: { streamId } });
  let path = "";
  const isOpen = async () => {
    const answer = await recorder.must("GET", `/service/low-bandwidth/streams/${id}`, { token });
    if (answer.state === "ready") path = answer.socket;
    return path !== "";
  };
  if ((await msUntil(isOpen, WAIT_MS, { everyMs: 100 })) === null) throw new Error("media socket: never ready");
  return socket(recorder, path, token);
}

function socket(recorder, path, token) {
  const address = new URL(path, recorder.url.replace("http:", "ws:"));
  const web = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } });
  const viewer = { bytes: 0, isClosed: false, close: () => web.terminate() };
  web.on("message", (data) => (viewer.bytes += data.length));
  return new Promise((resolve, reject) => {
    web.on("open", () => resolve(viewer));
    web.on("error", reject);
    web.on("unexpected-response", (request, { statusCode, headers }) => {
      request.destroy();
      reject(new Refused(`socket: ${statusCode}`, statusCode, headers["retry-after"]));
    });
    web.on("close", () => (viewer.isClosed = true));
  });
}

async function peer(recorder, streamId, token) {
  const pc = new PeerConnection("viewer", { iceServers: [] });
  const viewer = { bytes: 0, isClosed: false, close: () => pc.close() };
  pc.onStateChange((state) => (viewer.isClosed ||= ["closed", "disconnected", "failed"].includes(state)));
  const video = new Video("0", "RecvOnly");
  video.addH264Codec(102, "profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1");
  const track = pc.addTrack(video);
  track.setMediaHandler(new RtcpReceivingSession());
  track.onMessage((packet) => (viewer.bytes += packet.length));
  const control = pc.createDataChannel(CONTROL);
  pc.setLocalDescription("offer");
  await msUntil(() => pc.gatheringState() === "complete", WAIT_MS);
  // Like a browser behind names of its own it sends no candidates.
  const lines = (pc.localDescription()?.sdp ?? "").split("\r\n");
  const raw = lines.filter((line) => !/^a=(candidate|end-of-candidates)/.test(line)).join("\r\n");
  const url = `/service/streams/${streamId}/whep`;
  const answer = await recorder.ask("POST", url, { token, raw, type: "application/sdp" });
  if (answer.status !== 201) {
    pc.close();
    const message = `WebRTC: ${answer.status} ${answer.text.slice(0, 200)}`;
    throw new Refused(message, answer.status, answer.headers.get("retry-after"));
  }
  pc.setRemoteDescription(answer.text, "answer");
  // Nobody else keeps the track from being collected.
  return Object.assign(viewer, { track, control });
}
