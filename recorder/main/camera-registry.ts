/** Registering, recovering and checking cameras; changing their streams. What it adds has answered. */
import type { z } from "zod/mini";
import type { cameraPatch, cameraRegistration } from "#protocol/rest/camera.ts";
import type { RecordingConfiguration, streamPatch, streamWrite } from "#protocol/rest/stream.ts";
import { parseDewarpConfig } from "#domain/dewarp/config.ts";
import type { AddressPolicy } from "#recorder/ingest/address-policy.ts";
import type { VideoInfo } from "#recorder/ipc/contracts.ts";
import { type OnvifProfile, readOnvifCamera } from "#recorder/onvif/device.ts";
import { type EncoderTarget, setAudioEncoder, setVideoEncoder } from "#recorder/onvif/encoder.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables.ts";
import { type Answer, done, refuse } from "./answer.ts";
import { checkCameraHost, parseCameraAddress } from "./camera-address.ts";
import {
  audioChange,
  audioOf,
  encoderChange,
  onvifCamera,
  onvifStreams,
  rtspStream,
  videoOf,
} from "./camera-making.ts";
import type { Cameras, NewCamera } from "./cameras.ts";
import type { MediaLink } from "./media-link.ts";
import { type Credentials, defaultRecording } from "./stream-specs.ts";

type Registration = z.output<typeof cameraRegistration>;
type Reconnection = NonNullable<z.output<typeof cameraPatch>["connection"]>;
type StreamChange = z.output<typeof streamPatch>;
type NewStreamAsk = z.output<typeof streamWrite>;

const PROBE_TIMEOUT_MS = 15_000;
const POSSIBLE_RTSP_STREAMS = 16;

export class CameraRegistry {
  readonly #cameras: Cameras;
  readonly #media: MediaLink;
  readonly #policy: AddressPolicy;

  constructor(cameras: Cameras, media: MediaLink, policy: AddressPolicy) {
    this.#cameras = cameras;
    this.#media = media;
    this.#policy = policy;
  }

  async register(ask: Registration): Promise<Answer<CameraRow>> {
    const made = await this.#read(ask.driver, ask.connection.uri, ask.connection, this.#policy);
    if (!made.ok) return made;
    const twin = this.#cameras.all().find((row) => row.uri === made.value.uri);
    if (twin) return refuse("camera/exists", `The camera is registered already as ${twin.name}.`);
    const name = ask.name !== undefined && ask.name !== "" ? ask.name : made.value.name;
    return done(await this.#cameras.add({ ...made.value, name }));
  }

  /** Document 2, recover camera: another address or other credentials. Streams keep their identity and recordings. */
  async reconnect(id: string, ask: Reconnection): Promise<Answer<CameraRow>> {
    const row = this.#cameras.get(id);
    if (!row) return refuse("camera/unknown", "There is no such camera.");
    const stored = this.#cameras.credentials(row);
    const credentials = { username: ask.username ?? stored.username, password: ask.password ?? stored.password };
    const driver = row.driver === "ONVIF" ? "ONVIF" : "Generic RTSP";
    const uri = ask.uri ?? row.uri;
    // A demo camera may stay where it is, on this machine, but not become another one there.
    const isSame = uri === row.uri;
    const made = await this.#read(driver, uri, credentials, isSame ? this.#cameras.network(row) : this.#policy);
    if (!made.ok) return made;
    await this.#cameras.patch(id, { uri: made.value.uri, credentials: made.value.credentials });
    await this.#readdress(this.#cameras.streamsOf(id), made.value, row.uri);
    return done(
      await this.#cameras.update(id, {
        configuration: JSON.stringify(made.value.configuration),
        capabilities: JSON.stringify(made.value.capabilities),
      }),
    );
  }

  /** Runs already, or answers when asked: `message` says which, or why not. */
  async verify(id: string): Promise<Answer<{ success: boolean; message: string }>> {
    const row = this.#cameras.get(id);
    if (!row) return refuse("camera/unknown", "There is no such camera.");
    const primary = row.primary_stream_id === null ? undefined : this.#cameras.stream(row.primary_stream_id);
    if (!primary) return done({ success: false, message: "The camera has no primary stream." });
    if (row.driver === "ONVIF") {
      const { username, password } = this.#cameras.credentials(row);
      const answer = await readOnvifCamera(row.uri, username, password, this.#cameras.network(row));
      if (!answer.ok) return done({ success: false, message: answer.reason });
    }
    const probe = await this.#probe(primary.uri, this.#cameras.credentials(row), this.#cameras.network(row));
    if (!probe.ok) return done({ success: false, message: probe.reason });
    const { codec, width, height } = probe.value;
    return done({ success: true, message: `The camera sends ${codec.toUpperCase()} at ${width}x${height}.` });
  }

  async addStream(owner: CameraRow, ask: NewStreamAsk): Promise<Answer<StreamRow>> {
    const { camera } = JSON.parse(owner.capabilities) as { camera?: { PossibleStreams?: string | number } };
    const most = Number(camera?.PossibleStreams ?? POSSIBLE_RTSP_STREAMS);
    const existing = this.#cameras.streamsOf(owner.id);
    if (existing.length >= most) {
      return refuse("stream/too-many", `The camera offers no more than ${most} streams.`);
    }
    const valid = checkDewarp(ask);
    if (!valid.ok) return valid;
    const added =
      owner.driver === "ONVIF"
        ? await this.#addOnvifStream(owner, existing, ask)
        : await this.#addRtspStream(owner, ask);
    if (!added.ok || (ask.active === undefined && ask.recordWhenSecondary === undefined)) return added;
    const { active, recordWhenSecondary } = ask;
    return this.changeStream(owner, added.value, { active, recordWhenSecondary });
  }

  async #addRtspStream(owner: CameraRow, ask: NewStreamAsk): Promise<Answer<StreamRow>> {
    const path = ask.configuration?.General?.Path;
    if (typeof path !== "string" || path === "") return refuse("stream/no-path", "A path is required.");
    const uri = await this.#streamUri(owner, path);
    if (!uri.ok) return uri;
    const probe = await this.#probe(uri.value, this.#cameras.credentials(owner), this.#cameras.network(owner));
    if (!probe.ok) return probe;
    const row = await this.#cameras.addStream(owner.id, {
      ...rtspStream(ask.name, uri.value, probe.value),
      recording: mergeRecording(defaultRecording, ask.recordingConfiguration),
      dewarp: ask.dewarpConfiguration ?? {},
    });
    return done(row);
  }

  /** Failure: stream/unsupported when the camera itself would have to change. */
  async changeStream(owner: CameraRow, row: StreamRow, ask: StreamChange): Promise<Answer<StreamRow>> {
    const valid = checkDewarp(ask);
    if (!valid.ok) return valid;
    const change: Partial<StreamRow> = {
      ...(ask.name === undefined ? {} : { name: ask.name }),
      ...(ask.active === undefined ? {} : { active: ask.active ? 1 : 0 }),
      ...(ask.recordWhenSecondary === undefined ? {} : { record_when_secondary: ask.recordWhenSecondary ? 1 : 0 }),
      ...(ask.dewarpConfiguration === undefined ? {} : { dewarp: JSON.stringify(ask.dewarpConfiguration) }),
    };
    if (ask.recordingConfiguration) {
      const before = JSON.parse(row.recording) as RecordingConfiguration;
      change.recording = JSON.stringify(mergeRecording(before, ask.recordingConfiguration));
    }
    if (ask.configuration) {
      const moved = await this.#configure(owner, row, ask.configuration);
      if (!moved.ok) return moved;
      Object.assign(change, moved.value);
    }
    const after = await this.#cameras.updateStream(row.id, change);
    // A camera whose encoder was set sends another picture on the connection that is open, or none: connect anew.
    const isEncoder = ask.configuration?.Video !== undefined || ask.configuration?.Audio !== undefined;
    if (after && isEncoder && after.configuration !== row.configuration)
      await this.#media.call("stream.restart", { streamId: row.id });
    return after ? done(after) : refuse("stream/unknown", "There is no such stream.");
  }

  async #configure(
    owner: CameraRow,
    row: StreamRow,
    ask: NonNullable<StreamChange["configuration"]>,
  ): Promise<Answer<Partial<StreamRow>>> {
    const before = JSON.parse(row.configuration) as Record<string, Record<string, unknown> | undefined>;
    for (const section of ["Video", "Audio", "Metadata"] as const) {
      const isWritten = section !== "Metadata" && owner.driver === "ONVIF" && row.profile_token !== "";
      if (!isWritten && differing(ask[section], before[section]))
        return refuse("stream/unsupported", `${section} settings of this camera cannot be changed from here.`);
    }
    // Sound first: a camera refuses it more often, and then nothing is changed.
    let set: Answer<OnvifProfile> | null = null;
    const audio = differing(ask.Audio, before.Audio);
    if (audio) set = await this.#setAudio(owner, row.profile_token, audio);
    if (set && !set.ok) return set;
    const video = differing(ask.Video, before.Video);
    if (video) set = await this.#setVideo(owner, row.profile_token, video);
    if (set && !set.ok) return set;
    const configuration = {
      ...before,
      General: { ...before.General, ...ask.General },
      ...(set ? { Video: videoOf(set.value), Audio: audioOf(set.value) } : {}),
    };
    const change: Partial<StreamRow> = {
      configuration: JSON.stringify(configuration),
      ...(set ? { uri: set.value.uri } : {}),
    };
    const path = ask.General?.Path;
    if (owner.driver === "Generic RTSP" && typeof path === "string" && path !== before.General?.Path) {
      const uri = await this.#streamUri(owner, path);
      if (!uri.ok) return uri;
      change.uri = uri.value;
    }
    if (ask.Name !== undefined) change.name = ask.Name;
    return done(change);
  }

  /** Writes Video settings into an ONVIF camera; answers what it has made of them. */
  async #setVideo(owner: CameraRow, profileToken: string, wanted: Settings): Promise<Answer<OnvifProfile>> {
    const change = encoderChange(wanted);
    return change.ok ? setVideoEncoder(this.#encoderOf(owner, profileToken), change.value) : change;
  }

  async #setAudio(owner: CameraRow, profileToken: string, wanted: Settings): Promise<Answer<OnvifProfile>> {
    const change = audioChange(wanted);
    return change.ok ? setAudioEncoder(this.#encoderOf(owner, profileToken), change.value) : change;
  }

  #encoderOf(owner: CameraRow, profileToken: string): EncoderTarget {
    const { username, password } = this.#cameras.credentials(owner);
    return { url: owner.uri, username, password, network: this.#cameras.network(owner), profileToken };
  }

  async #addOnvifStream(owner: CameraRow, existing: StreamRow[], ask: NewStreamAsk): Promise<Answer<StreamRow>> {
    const { username, password } = this.#cameras.credentials(owner);
    const answer = await readOnvifCamera(owner.uri, username, password, this.#cameras.network(owner));
    if (!answer.ok) return answer;
    const taken = new Set(existing.map((row) => row.profile_token));
    const profile = answer.value.profiles.find(({ token }) => !taken.has(token));
    if (!profile) return refuse("stream/too-many", "All profiles of the camera are in use.");
    const wanted = differing(ask.configuration?.Video, videoOf(profile));
    const set = wanted ? await this.#setVideo(owner, profile.token, wanted) : done(profile);
    if (!set.ok) return set;
    const stream = onvifStreams({ ...answer.value, profiles: [set.value] })[0];
    if (!stream) return refuse("stream/too-many", "All profiles of the camera are in use.");
    const recording = mergeRecording(defaultRecording, ask.recordingConfiguration);
    return done(
      await this.#cameras.addStream(owner.id, {
        ...stream,
        name: ask.name,
        recording,
        dewarp: ask.dewarpConfiguration ?? {},
      }),
    );
  }

  async #read(
    driver: "ONVIF" | "Generic RTSP",
    uri: string,
    given: Credentials,
    network: AddressPolicy | null,
  ): Promise<Answer<Omit<NewCamera, "name"> & { name: string }>> {
    const address = parseCameraAddress(driver, uri);
    if (!address.ok) return address;
    const { host } = address.value;
    const allowed = network ? await checkCameraHost(host, network) : done(null);
    if (!allowed.ok) return allowed;
    const credentials =
      given.username === "" && given.password === ""
        ? { username: address.value.username, password: address.value.password }
        : { username: given.username, password: given.password };
    if (driver === "ONVIF") {
      const read = await readOnvifCamera(address.value.uri, credentials.username, credentials.password, network);
      return read.ok ? done(onvifCamera(read.value, address.value.uri, credentials)) : read;
    }
    const probe = await this.#probe(address.value.uri, credentials, network);
    if (!probe.ok) return probe;
    return done({
      name: host,
      driver,
      uri: address.value.uri,
      credentials,
      configuration: { IPAddress: host, Manufacturer: "", Model: "Generic RTSP", BaseUri: address.value.uri },
      capabilities: { camera: { PossibleStreams: POSSIBLE_RTSP_STREAMS }, stream: { Video: {} } },
      features: {},
      demoKey: null,
      streams: [rtspStream("Stream 1", address.value.uri, probe.value)],
    });
  }

  async #probe(
    url: string,
    { username, password }: Credentials,
    network: AddressPolicy | null,
  ): Promise<Answer<VideoInfo>> {
    const answer = await this.#media.call(
      "stream.probe",
      { url, username, password, transport: "tcp", ...(network ? { network } : {}) },
      PROBE_TIMEOUT_MS,
    );
    return answer.ok ? done(answer.value.video) : answer;
  }

  /** A path of the same camera, or a whole RTSP address of an allowed host. */
  async #streamUri(owner: CameraRow, path: string): Promise<Answer<string>> {
    if (!/^rtsps?:\/\//i.test(path)) {
      if (!URL.canParse(path, owner.uri)) return refuse("stream/bad-path", "The path cannot be read.");
      return done(new URL(path.startsWith("/") ? path : `/${path}`, owner.uri).href);
    }
    const address = parseCameraAddress("Generic RTSP", path);
    if (!address.ok) return address;
    const allowed = await checkCameraHost(address.value.host, this.#policy);
    return allowed.ok ? done(address.value.uri) : allowed;
  }

  async #readdress(rows: readonly StreamRow[], made: NewCamera, oldUri: string): Promise<void> {
    for (const row of rows) {
      const same = made.streams.find(
        (stream) => stream.profileToken !== "" && stream.profileToken === row.profile_token,
      );
      const uri = same?.uri ?? (row.profile_token === "" ? rebase(row.uri, oldUri, made.uri) : row.uri);
      if (uri !== row.uri) await this.#cameras.updateStream(row.id, { uri });
    }
  }
}

/** What is absent stays; the mask is set by its own upload only. */
function mergeRecording(
  before: RecordingConfiguration,
  ask: StreamChange["recordingConfiguration"],
): Record<string, unknown> {
  const { bgseg, decode, filesplit, ...flat } = ask ?? {};
  return {
    ...before,
    ...flat,
    decode: { ...before.decode, ...decode },
    filesplit: { ...before.filesplit, ...filesplit },
    bgseg: { ...before.bgseg, ...(bgseg?.boxArea === undefined ? {} : { boxArea: bgseg.boxArea }) },
  };
}

/** What no player could draw is not stored: a lens that folds back, say. */
function checkDewarp({ dewarpConfiguration }: Pick<StreamChange, "dewarpConfiguration">): Answer<null> {
  const read = dewarpConfiguration ? parseDewarpConfig(dewarpConfiguration) : null;
  if (!read || read.ok) return done(null);
  return refuse("stream/bad-dewarp", `The dewarp settings are not valid: ${read.error}.`);
}

type Settings = Readonly<Record<string, string | number | boolean>>;

/** What is asked for otherwise than it is; null = nothing. */
function differing(ask: Settings | undefined, now: Readonly<Record<string, unknown>> | undefined): Settings | null {
  const entries = Object.entries(ask ?? {}).filter(([key, value]) => textOf(now?.[key]) !== String(value));
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** A stream's address on the camera's new host; one that was the camera's own address becomes the new one. */
function rebase(uri: string, oldBase: string, newBase: string): string {
  if (uri === oldBase) return newBase;
  const url = new URL(uri);
  const to = new URL(newBase);
  if (url.host !== new URL(oldBase).host) return uri;
  url.host = to.host;
  return url.href;
}
