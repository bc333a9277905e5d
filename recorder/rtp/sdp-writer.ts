import type { MountPoint } from "./mount-point.ts";
import type { SentTrack } from "./rtp-sender.ts";

const VIDEO_PAYLOAD_TYPE = 96;
const AUDIO_PAYLOAD_TYPE = 97;
/** The static type of RFC 3551: some players recognise Motion JPEG only by it. */
const JPEG_PAYLOAD_TYPE = 26;

/** The tracks of a mount point as they are sent: `track0` is video, `track1` audio. */
export function tracksOf({ video, audio }: MountPoint): readonly SentTrack[] {
  const payloadType = video.codec === "mjpeg" ? JPEG_PAYLOAD_TYPE : VIDEO_PAYLOAD_TYPE;
  const ofAudio = audio
    ? [{ codec: audio.info.codec, payloadType: AUDIO_PAYLOAD_TYPE, clockRate: audio.info.sampleRate }]
    : [];
  return [{ codec: video.codec, payloadType, clockRate: 90_000 }, ...ofAudio];
}

/** The answer to DESCRIBE (RFC 4566, with the parameters of RFC 6184, 7798, 2435 and 3640). `name`: of the server. */
export function describe(mountPoint: MountPoint, name: string): string {
  const lines = ["v=0", "o=- 0 0 IN IP4 0.0.0.0", `s=${name}`, "c=IN IP4 0.0.0.0", "t=0 0", "a=control:*"];
  for (const [i, track] of tracksOf(mountPoint).entries()) {
    const type = track.payloadType;
    lines.push(`m=${i === 0 ? "video" : "audio"} 0 RTP/AVP ${type}`);
    lines.push(...(i === 0 ? videoLines(mountPoint.video, type) : audioLines(mountPoint.audio, type)));
    lines.push(`a=control:track${i}`);
  }
  return `${lines.join("\r\n")}\r\n`;
}

function videoLines({ codec, parameterSets, framesPerSecond }: MountPoint["video"], type: number): string[] {
  const sets = parameterSets.map((nal) => nal.toString("base64"));
  const rate = framesPerSecond > 0 ? [`a=framerate:${framesPerSecond}`] : [];
  if (codec === "mjpeg") return [`a=rtpmap:${type} JPEG/90000`, ...rate];
  if (codec === "h265") {
    const sprop = ["vps", "sps", "pps"].flatMap((name, i) => (sets[i] ? [`sprop-${name}=${sets[i]}`] : []));
    return [`a=rtpmap:${type} H265/90000`, `a=fmtp:${type} ${sprop.join(";")}`, ...rate];
  }
  const profile = parameterSets[0]?.subarray(1, 4).toString("hex") ?? "42e01f";
  return [
    `a=rtpmap:${type} H264/90000`,
    `a=fmtp:${type} packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${sets.join(",")}`,
    ...rate,
  ];
}

function audioLines(audio: MountPoint["audio"], type: number): string[] {
  if (!audio) return [];
  const { info, config } = audio;
  if (info.codec !== "aac") return [`a=rtpmap:${type} ${info.codec.toUpperCase()}/${info.sampleRate}/${info.channels}`];
  const mode = "streamtype=5;profile-level-id=1;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3";
  return [
    `a=rtpmap:${type} MPEG4-GENERIC/${info.sampleRate}/${info.channels}`,
    `a=fmtp:${type} ${mode};config=${config.toString("hex")}`,
  ];
}
