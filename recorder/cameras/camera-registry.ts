/** Registering, recovering and checking cameras. What it adds has answered. */
import { type Result, ok } from "#base/result.ts";
import { type Failure, type Refusal, failure, hasCode, refuse } from "#domain/failures/failure.ts";
import type { z } from "zod/mini";
import type { cameraPatch, cameraRegistration } from "#protocol/rest/cameras/camera.ts";
import type { AddressPolicy } from "#recorder/net/address-policy.ts";
import { readOnvifCamera } from "#recorder/onvif/device.ts";
import type { CameraRow } from "#recorder/store/tables/camera-rows.ts";
import {
  type CameraAddress,
  checkCameraHost,
  isSameAddress,
  isSameServer,
  mayHoldLogin,
  parseCameraAddress,
} from "./camera-address.ts";
import { onvifCamera, POSSIBLE_RTSP_STREAMS, rtspStream } from "./camera-making.ts";
import { probeCamera } from "./camera-probe.ts";
import type { Cameras } from "./cameras.ts";
import type { MediaLink } from "./media/media-link.ts";
import type { NewCamera } from "./camera-making.ts";
import type { Credentials } from "./stream-specs.ts";
import { streamsMoved } from "./streams-moved.ts";

type Registration = z.output<typeof cameraRegistration>;
type Reconnection = NonNullable<z.output<typeof cameraPatch>["connection"]>;
type Also = Pick<z.output<typeof cameraPatch>, "name" | "primaryStream" | "retention">;

/** Creates the demo camera of an address; null: there is none. */
type OwnCameras = (uri: string) => (() => Promise<NewCamera>) | null;

export class CameraRegistry {
  readonly #cameras: Cameras;
  readonly #media: MediaLink;
  readonly #policy: AddressPolicy;
  #own: OwnCameras = () => null;

  constructor(cameras: Cameras, media: MediaLink, policy: AddressPolicy) {
    this.#cameras = cameras;
    this.#media = media;
    this.#policy = policy;
  }

  /** Where to find the demo cameras: a user who has deleted one can register it again as it was. */
  setOwn(own: OwnCameras): void {
    this.#own = own;
  }

  /** `covered`: whether the licence covers one more. It is asked again at the end: the camera took its time to answer. */
  async register(ask: Registration, covered: () => Result<null, Failure>): Promise<Result<CameraRow, Failure>> {
    const own = ask.driver === "ONVIF" ? await this.#demoCamera(ask.connection) : null;
    if (own) return this.#cameras.addUnless(() => this.#twin(own.uri, null), { ...own, name: ask.name || own.name });
    const may = covered();
    if (!may.ok) return may;
    const made = await this.#read(ask.driver, ask.connection.uri, ask.connection, this.#policy);
    if (!made.ok) return made;
    const name = ask.name !== undefined && ask.name !== "" ? ask.name : made.value.name;
    const refused = (): Refusal | null => {
      const still = covered();
      if (!still.ok) return still;
      return this.#twin(made.value.uri, null);
    };
    return this.#cameras.addUnless(refused, { ...made.value, name });
  }

  /**
   * Document 2, recover camera: another address or other credentials. Streams keep their identity and recordings, and
   * none keeps
   * the camera's old address. `also`: what else is changed; all of it is done or nothing. `covered`: as in `register`,
   * for a
   * demo camera that becomes another one. Failures: stream/unknown, camera/password-required, camera/exists, those of
   * `covered`, of an address and of the camera.
   */
  async reconnect(
    id: string,
    ask: Reconnection,
    covered: () => Result<null, Failure>,
    also: Also = {},
  ): Promise<Result<CameraRow, Failure>> {
    const row = this.#cameras.get(id);
    if (!row) return refuse("camera/unknown");
    const impossible = this.#cameras.mayNot(id, also);
    if (impossible) return impossible;
    const driver = row.driver === "ONVIF" ? "ONVIF" : "Generic RTSP";
    const uri = ask.uri ?? row.uri;
    const address = parseCameraAddress(driver, uri);
    if (!address.ok) return address;
    const isNew = row.demo_key !== null && !isSameAddress(address.value.uri, row.uri);
    const refused = (): Refusal | null => {
      const may = isNew ? covered() : ok(null);
      return may.ok ? this.#twin(address.value.uri, id) : may;
    };
    const never = refused();
    if (never) return never;
    const login = loginFor(ask, this.#cameras.credentials(row), address.value, row.uri);
    if (!login.ok) return login;
    // A demo camera may keep its address on this machine, but may not become another camera there.
    const isSame = uri === row.uri;
    const made = await this.#read(driver, uri, login.value, isSame ? this.#cameras.network(row) : this.#policy);
    if (!made.ok) return made;
    // The camera took time to answer: meanwhile another one may have been registered at this address.
    return this.#cameras.move(id, made.value, (rows) => streamsMoved(rows, made.value, row.uri), refused, also);
  }

  /** Null: no demo camera is at this address, or it may be dialled like any other, with the login that was typed. */
  async #demoCamera({ uri, username, password }: Registration["connection"]): Promise<NewCamera | null> {
    const address = parseCameraAddress("ONVIF", uri);
    const make = address.ok ? this.#own(address.value.uri) : null;
    if (!address.ok || !make) return null;
    const isTyped = username !== "" || password !== "";
    return isTyped && (await checkCameraHost(address.value.host, this.#policy)).ok ? null : make();
  }

  /** Why there may be no camera `id` (null = a new one) at this address; null = it may. */
  #twin(uri: string, id: string | null): Refusal | null {
    const twin = this.#cameras.all().find((row) => row.id !== id && isSameAddress(row.uri, uri));
    return twin ? refuse("camera/exists", { name: twin.name }) : null;
  }

  /** Runs already, or answers when asked: `told` says which, or why not. */
  async verify(id: string): Promise<Result<{ readonly success: boolean; readonly told: Failure }, Failure>> {
    const row = this.#cameras.get(id);
    if (!row) return refuse("camera/unknown");
    const primary = row.primary_stream_id === null ? undefined : this.#cameras.stream(row.primary_stream_id);
    if (!primary) return ok({ success: false, told: failure("camera/no-primary") });
    if (row.driver === "ONVIF") {
      const { username, password } = this.#cameras.credentials(row);
      const answer = await readOnvifCamera(row.uri, username, password, this.#cameras.network(row));
      if (!answer.ok) return ok({ success: false, told: answer.error });
    }
    const probe = await probeCamera(
      this.#media,
      primary.uri,
      this.#cameras.credentialsAt(row, primary.uri),
      this.#cameras.network(row),
    );
    if (!probe.ok) return ok({ success: false, told: probe.error });
    const { codec, width, height } = probe.value;
    const told = failure("camera/sends", { name: codec.toUpperCase(), size: `${width}x${height}` });
    return ok({ success: true, told });
  }

  async #read(
    driver: "ONVIF" | "Generic RTSP",
    uri: string,
    given: Credentials,
    network: AddressPolicy | null,
  ): Promise<Result<Omit<NewCamera, "name"> & { name: string }, Failure>> {
    const address = parseCameraAddress(driver, uri);
    if (!address.ok) return address;
    const { host } = address.value;
    const allowed = network ? await checkCameraHost(host, network) : ok(null);
    if (!allowed.ok) {
      // What was taken for the host is the name of a login whose password ended it.
      const isLogin = allowed.error.code === "camera/unknown-host" && mayHoldLogin(uri);
      return isLogin ? refuse("camera/bad-uri", { cause: failure("uri/credentials") }) : allowed;
    }
    const isFromAddress = given.username === "" && given.password === "";
    const { username, password } = isFromAddress ? address.value : given;
    const credentials = { username, password };
    const isDoubtful = isFromAddress && address.value.isDecoded;
    if (driver === "ONVIF") {
      const read = await readOnvifCamera(address.value.uri, username, password, network);
      if (read.ok) return ok(onvifCamera(read.value, address.value.uri, credentials));
      return isDoubtful ? doubted(read) : read;
    }
    const probe = await probeCamera(this.#media, address.value.uri, credentials, network);
    if (!probe.ok) return isDoubtful ? doubted(probe) : probe;
    return ok({
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
}

/** A refused login that was decoded from an address may have been meant as it stood there. */
const doubted = (refused: Refusal): Refusal =>
  hasCode(refused.error, "onvif/unauthorized", "camera/auth")
    ? refuse("camera/login-in-address", { cause: refused.error })
    : refused;

/**
 * The login with which a camera is called when it is recovered: what was typed, otherwise what its address contains,
 * otherwise what is stored. The stored password is sent only where it was always sent: a user who may change addresses
 * may not thereby read passwords.
 */
function loginFor(
  ask: Reconnection,
  stored: Credentials,
  address: CameraAddress,
  oldUri: string,
): Result<Credentials, Failure> {
  if (ask.password !== undefined) return ok({ username: ask.username ?? stored.username, password: ask.password });
  if (address.username !== "" || address.password !== "")
    return ok({ username: ask.username ?? address.username, password: address.password });
  if (stored.password === "" || isSameServer(address.uri, oldUri))
    return ok({ username: ask.username ?? stored.username, password: stored.password });
  return refuse("camera/password-required");
}
