/**
 * FFmpeg's own RTSP client as a process: reads so many packets of an address and prints what it found as one line of JSON.
 * node ffmpeg-player.mjs ADDRESS tcp|udp PACKETS
 */
import { Dictionary, FormatContext, Packet } from "node-av/lib";

const [, , address = "", transport = "tcp", packets = "10"] = process.argv;
const context = new FormatContext();
context.allocContext();
const options = Dictionary.fromObject({ rtsp_transport: transport, timeout: "5000000" });
const opened = await context.openInput(address, null, options);
if (opened < 0) {
  console.log(JSON.stringify({ error: opened }));
  process.exit(0);
}
const informed = await context.findStreamInfo();
const streams = (context.streams ?? []).map(({ codecpar }) => ({
  type: codecpar.codecType,
  codec: codecpar.codecId,
  width: codecpar.width,
  height: codecpar.height,
  sampleRate: codecpar.sampleRate,
}));
const read = [];
const packet = new Packet();
packet.alloc();
while (read.length < Number(packets) && (await context.readFrame(packet)) >= 0) {
  read.push({ stream: packet.streamIndex, pts: Number(packet.pts), key: packet.isKeyframe, bytes: packet.size });
  packet.unref();
}
console.log(JSON.stringify({ informed, streams, read }));
process.exit(0);
