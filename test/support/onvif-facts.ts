import type { OnvifFacts, OnvifProfile } from "#demo/devices/onvif-device.ts";

/** A profile of 1280x720 without sound whose RTSP address nobody serves. */
export const onvifProfile = (token: string, of: Partial<OnvifProfile> = {}): OnvifProfile => ({
  token,
  encoderToken: `${token}-encoder`,
  rtspUri: `rtsp://127.0.0.1:9/yard/${token}`,
  shape: { widthPx: 1280, heightPx: 720, framesPerSecond: 15 },
  gopLength: 30,
  bitrateKbps: 1500,
  maxFramesPerSecond: 15,
  audio: "none",
  sizes: [
    { widthPx: 1280, heightPx: 720 },
    { widthPx: 640, heightPx: 360 },
  ],
  ...of,
});

/** The facts that a fake ONVIF camera reports; its `baseUri` is set once it listens. */
export const onvifFacts = (of: Partial<OnvifFacts> = {}): OnvifFacts => ({
  name: "Yard",
  manufacturer: "Proscenium",
  model: "Demo",
  serial: "demo-yard",
  username: "admin",
  baseUri: "",
  ptz: false,
  profiles: [onvifProfile("main")],
  ...of,
});

/** The only sound encoder of a camera with sound. */
export const onvifAudio = (): NonNullable<OnvifFacts["audio"]> => ({
  encoding: "AAC",
  sampleRateKhz: 32,
  bitrateKbps: 48,
  bitratesKbps: [32, 48, 64],
});
