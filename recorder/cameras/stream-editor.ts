/** Adding streams to a camera and changing them; what a change sets in the camera itself is set there. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { z } from "zod/mini";
import type { RecordingConfiguration } from "#protocol/rest/cameras/stream.ts";
import type { streamPatch, streamWrite } from "#protocol/rest/cameras/stream-write.ts";
import { parseDewarpConfig } from "#domain/dewarp/config.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import type { OnvifProfile } from "#recorder/onvif/profile.ts";
import type { EncoderTarget } from "#recorder/onvif/encoder.ts";
import type { CameraRow, StreamRow } from "#recorder/store/tables/camera-rows.ts";
import { checkCameraHost, parseCameraAddress } from "./camera-address.ts";
import { audioOf, onvifStreams, POSSIBLE_RTSP_STREAMS, rtspStream, videoOf } from "./camera-making.ts";
import { probeCamera } from "./camera-probe.ts";
import type { Cameras } from "./cameras.ts";
import { differing, setEncoders } from "./encoder-setting.ts";
import type { MediaLink } from "./media/media-link.ts";
import { defaultRecording } from "./stream-specs.ts";

type StreamChange = z.output<typeof streamPatch>;
type NewStreamAsk = z.output<typeof streamWrite>;

export class StreamEditor {
  readonly #cameras: Cameras;
  readonly #media: MediaLink;
  readonly #policy: AddressPolicy;

  /** `policy`: where streams may be that are not at their camera's own address */
  constructor(cameras: Cameras, media: MediaLink, policy: AddressPolicy) {
    this.#cameras = cameras;
    this.#media = media;
    this.#policy = policy;
  }

  async add(owner: CameraRow, ask: NewStreamAsk): Promise<Result<StreamRow, Failure>> {
    const existing = this.#cameras.streamsOf(owner.id);
    const no = this.#cameras.notOurs(owner.id) ?? tooMany(owner, existing);
    if (no) return no;
    const valid = checkDewarp(ask);
    if (!valid.ok) return valid;
    const added =
      owner.driver === "ONVIF"
        ? await this.#addOnvifStream(owner, existing, ask)
        : await this.#addRtspStream(owner, ask);
    if (!added.ok || (ask.active === undefined && ask.recordWhenSecondary === undefined)) return added;
    const { active, recordWhenSecondary } = ask;
    return this.change(owner, added.value, { active, recordWhenSecondary });
  }

  async #addRtspStream(owner: CameraRow, ask: NewStreamAsk): Promise<Result<StreamRow, Failure>> {
    const path = ask.configuration?.General?.Path;
    if (typeof path !== "string" || path === "") return refuse("stream/no-path");
    const uri = await this.#streamUri(owner, path);
    if (!uri.ok) return uri;
    const probe = await probeCamera(
      this.#media,
      uri.value,
      this.#cameras.credentialsAt(owner, uri.value),
      this.#cameras.network(owner),
    );
    if (!probe.ok) return probe;
    const stream = {
      ...rtspStream(ask.name, uri.value, probe.value),
      recording: mergeRecording(defaultRecording, ask.recordingConfiguration),
      dewarp: ask.dewarpConfiguration ?? {},
    };
    return this.#cameras.streams.add(owner.id, stream, (existing) => tooMany(owner, existing));
  }

  /** Failures: camera/borrowed, stream/unsupported when the camera itself would have to change. */
  async change(owner: CameraRow, row: StreamRow, ask: StreamChange): Promise<Result<StreamRow, Failure>> {
    const no = this.#cameras.notOurs(owner.id);
    if (no) return no;
    const valid = checkDewarp(ask);
    if (!valid.ok) return valid;
    const flat: Partial<StreamRow> = {
      ...(ask.name === undefined ? {} : { name: ask.name }),
      ...(ask.active === undefined ? {} : { active: ask.active ? 1 : 0 }),
      ...(ask.recordWhenSecondary === undefined ? {} : { record_when_secondary: ask.recordWhenSecondary ? 1 : 0 }),
      ...(ask.dewarpConfiguration === undefined ? {} : { dewarp: JSON.stringify(ask.dewarpConfiguration) }),
    };
    const configured = ask.configuration ? await this.#configure(owner, row, ask.configuration) : ok(() => ({}));
    if (!configured.ok) return configured;
    // Merged into what is stored at that time: somebody else may have changed another part meanwhile.
    const recordingOf = (now: StreamRow): string =>
      JSON.stringify(mergeRecording(JSON.parse(now.recording) as RecordingConfiguration, ask.recordingConfiguration));
    const after = await this.#cameras.streams.update(row.id, (now) => ({
      ...flat,
      ...configured.value(now),
      ...(ask.recordingConfiguration ? { recording: recordingOf(now) } : {}),
    }));
    // A camera whose encoder was set sends another format on the open connection, or nothing: connect anew.
    const isEncoder = ask.configuration?.Video !== undefined || ask.configuration?.Audio !== undefined;
    if (after && isEncoder && after.configuration !== row.configuration)
      await this.#media.call("stream.restart", { streamId: row.id });
    return after ? ok(after) : refuse("stream/unknown");
  }

  /** Answers the camera's new primary stream when this was it; null when it was another. Failures: camera/borrowed, stream/fixed. */
  async remove(row: StreamRow): Promise<Result<string | null, Failure>> {
    const no = this.#cameras.notOurs(row.camera_id);
    if (no) return no;
    if (row.fixed === 1) return refuse("stream/fixed");
    return ok(await this.#cameras.streams.remove(row.id));
  }

  /** Sets in the camera what is asked; returns the stream's new values, to be written. */
  async #configure(
    owner: CameraRow,
    row: StreamRow,
    ask: NonNullable<StreamChange["configuration"]>,
  ): Promise<Result<(now: StreamRow) => Partial<StreamRow>, Failure>> {
    const before = configurationOf(row);
    for (const section of ["Video", "Audio", "Metadata"] as const) {
      const isWritten = section !== "Metadata" && owner.driver === "ONVIF" && row.profile_token !== "";
      if (!isWritten && differing(ask[section], before[section]))
        return refuse("stream/unsupported", { cause: failure("stream/section-fixed", { name: section }) });
    }
    const asked = { audio: differing(ask.Audio, before.Audio), video: differing(ask.Video, before.Video) };
    const { answer, left } = await setEncoders(this.#encoderOf(owner, row.profile_token), asked, before.Audio);
    if (left) await this.#keep(row.id, (now) => settled(configurationOf(now), this.#stillAt(owner, left)));
    if (!answer.ok) return answer;
    const path = ask.General?.Path;
    const isMoved = owner.driver === "Generic RTSP" && typeof path === "string" && path !== before.General?.Path;
    const uri = isMoved ? await this.#streamUri(owner, path) : null;
    if (uri && !uri.ok) return uri;
    const profile = answer.value;
    return ok((now) => {
      const known = configurationOf(now);
      const there = uri ? this.#stillAt(owner, uri.value) : null;
      return {
        ...settled({ ...known, General: { ...known.General, ...ask.General } }, this.#stillAt(owner, profile)),
        ...(there === null ? {} : { uri: there }),
        // A name that is sent unchanged is no change, and does not conflict with the other name.
        ...(ask.Name === undefined || ask.Name === now.name ? {} : { name: ask.Name }),
      };
    });
  }

  /**
   * After the camera was recovered at another address, what it reported before is useless and would lead back to the
   * old one.
   */
  #stillAt<T>(owner: CameraRow, said: T): T | null {
    return this.#cameras.get(owner.id)?.uri === owner.uri ? said : null;
  }

  /** What a refusing camera has changed anyway is the stream's present setting. */
  async #keep(streamId: string, change: (now: StreamRow) => Partial<StreamRow>): Promise<void> {
    await this.#cameras.streams.update(streamId, change);
    await this.#media.call("stream.restart", { streamId });
  }

  #encoderOf(owner: CameraRow, profileToken: string): EncoderTarget {
    const { username, password } = this.#cameras.credentials(owner);
    return { url: owner.uri, username, password, network: this.#cameras.network(owner), profileToken };
  }

  async #addOnvifStream(
    owner: CameraRow,
    existing: StreamRow[],
    ask: NewStreamAsk,
  ): Promise<Result<StreamRow, Failure>> {
    const { username, password } = this.#cameras.credentials(owner);
    const answer = await readOnvifCamera(owner.uri, username, password, this.#cameras.network(owner));
    if (!answer.ok) return answer;
    const taken = new Set(existing.map((row) => row.profile_token));
    const profile = answer.value.profiles.find(({ token }) => !taken.has(token));
    if (!profile) return refuse("stream/too-many", { cause: failure("stream/profiles-used") });
    const audio = audioOf(profile);
    const wanted = {
      audio: differing(ask.configuration?.Audio, audio),
      video: differing(ask.configuration?.Video, videoOf(profile)),
    };
    const set = await setEncoders(this.#encoderOf(owner, profile.token), wanted, audio);
    if (!set.answer.ok) return set.answer;
    const stream = onvifStreams({ ...answer.value, profiles: [set.answer.value ?? profile] })[0];
    if (!stream) return refuse("stream/too-many", { cause: failure("stream/profiles-used") });
    const recording = mergeRecording(defaultRecording, ask.recordingConfiguration);
    return this.#cameras.streams.add(
      owner.id,
      { ...stream, name: ask.name, recording, dewarp: ask.dewarpConfiguration ?? {} },
      (now) =>
        now.some((row) => row.profile_token === profile.token)
          ? refuse("stream/too-many", { cause: failure("stream/profiles-used") })
          : tooMany(owner, now),
    );
  }

  /** A path of the same camera, or a whole address of an allowed host. */
  async #streamUri(owner: CameraRow, path: string): Promise<Result<string, Failure>> {
    if (!/^(rtsp|http)s?:\/\//i.test(path)) {
      if (!URL.canParse(path, owner.uri)) return refuse("stream/bad-path");
      return ok(new URL(path.startsWith("/") ? path : `/${path}`, owner.uri).href);
    }
    const address = parseCameraAddress("Generic RTSP", path);
    if (!address.ok) return address;
    const allowed = await checkCameraHost(address.value.host, this.#policy);
    return allowed.ok ? ok(address.value.uri) : allowed;
  }
}

/** Document 2, section 5: no more streams than the camera reports as possible. Null = one more may be added. */
function tooMany(owner: CameraRow, existing: readonly StreamRow[]): ReturnType<typeof refuse> | null {
  const { camera } = JSON.parse(owner.capabilities) as { camera?: { PossibleStreams?: string | number } };
  const most = Number(camera?.PossibleStreams ?? POSSIBLE_RTSP_STREAMS);
  return existing.length < most ? null : refuse("stream/too-many", { cause: failure("stream/limit", { count: most }) });
}

/** Absent members stay; the mask is set only by its own upload. */
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
function checkDewarp({ dewarpConfiguration }: Pick<StreamChange, "dewarpConfiguration">): Result<null, Failure> {
  const read = dewarpConfiguration ? parseDewarpConfig(dewarpConfiguration) : null;
  if (!read || read.ok) return ok(null);
  return refuse("stream/bad-dewarp", { cause: failure("dewarp/config-invalid", { field: read.error }) });
}

type Configuration = Readonly<Record<string, Record<string, unknown> | undefined>>;
const configurationOf = (row: StreamRow): Configuration => JSON.parse(row.configuration) as Configuration;

/** A stream's columns with these settings; audio and video as the camera reports them if it was changed. */
const settled = (configuration: Configuration, profile: OnvifProfile | null): Partial<StreamRow> => ({
  configuration: JSON.stringify({
    ...configuration,
    ...(profile ? { Video: videoOf(profile), Audio: audioOf(profile) } : {}),
  }),
  ...(profile ? { uri: profile.uri } : {}),
});
