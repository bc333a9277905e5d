/** One look at a recorder: its clock, itself, its licence and its cameras. */
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import { isKnown } from "#domain/failures/known.ts";
import type * as z from "zod/mini";
import { type Camera, cameraList } from "#protocol/rest/cameras/camera.ts";
import { readFailure } from "#protocol/rest/error.ts";
import { asOneLine } from "#protocol/rest/name.ts";
import { licenseSession, serverList } from "#protocol/rest/server/server.ts";
import { ANSWER_TIMEOUT_MS, type ServerAnswer, type ServerClient, type ServerFailure } from "./asking/server-client.ts";
import { readableCameras } from "./readable-cameras.ts";
import type { ServerState } from "./server-state.ts";

const MAX_CAMERAS_BYTES = 16 * 1024 * 1024;
const MAX_SHORT_BYTES = 64 * 1024;
const LATEST_MS = 8.64e15;
const MAX_CAMERAS = 5000;
const MAX_VERSION_LETTERS = 64;
const MAX_RELAYS = 64;
const SOCKET_ORIGIN = /^wss?:\/\/[a-z0-9.[\]:-]{1,290}$/;

interface Look {
  readonly client: ServerClient;
  /** an administrator's token for a recorder whose clock differs by this much */
  readonly token: (clockOffsetMs: number) => Promise<string>;
  readonly now: () => number;
  /** time limit of the whole check */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** a camera that another server already has is not accepted here too */
  readonly isOthers?: (one: Camera) => boolean;
}

/**
 * Always returns a state: what the check found, or the last known state with the reason why the recorder is not
 * available.
 */
export async function lookAt(look: Look, before: ServerState): Promise<ServerState> {
  const found = await ask(look, before).catch(() => keyless);
  const lastChecked = look.now();
  if (found.ok) return { ...found.value, isAvailable: true, failure: null, lastChecked, lastAvailable: lastChecked };
  // Whatever went wrong, the next answer does not build on what is kept of this list.
  return { ...before, isAvailable: false, failure: whyAway(found), lastChecked, camerasVersion: "" };
}

async function ask(look: Look, before: ServerState): Promise<ServerAnswer<ServerState>> {
  const { client, now, signal, timeoutMs = ANSWER_TIMEOUT_MS } = look;
  // A monotonic clock, because the clock may be set meanwhile.
  const endMs = performance.now() + timeoutMs;
  const rest = () => ({ timeoutMs: Math.max(1, Math.round(endMs - performance.now())), ...(signal ? { signal } : {}) });
  const clockOffset = await readClock(client, now, rest());
  if (!clockOffset.ok) return clockOffset;
  const authorization = `Bearer ${await look.token(clockOffset.value)}`;
  const signed = { authorization, ...rest() };
  const [servers, licence, cameras] = await Promise.all([
    client.json({ path: "/service/servers", answer: serverList, maxBytes: MAX_SHORT_BYTES, ...signed }),
    client.json({ path: "/service/license-session", answer: licenseSession, maxBytes: MAX_SHORT_BYTES, ...signed }),
    client.json({
      path: `/service/cameras?since=${encodeURIComponent(before.camerasVersion)}`,
      answer: cameraList,
      maxBytes: MAX_CAMERAS_BYTES,
      ...signed,
    }),
  ]);
  if (!servers.ok) return servers;
  if (!licence.ok) return licence;
  if (!cameras.ok) return cameras;
  const server = servers.value.servers[0];
  const list = listAfter(before, cameras.value);
  if (!server || list === null || list.length > MAX_CAMERAS) return unreadable;
  const own = readableCameras(list).filter((one) => look.isOthers?.(one) !== true);
  return {
    ok: true,
    value: {
      ...before,
      version: asOneLine(server.version ?? ""),
      clockOffsetMs: clockOffset.value,
      rtspPort: server.rtspPort,
      rtspProtocol: server.rtspProtocol,
      iceServers: server.iceServers,
      // They become a part of a policy: nothing but origins may stand there.
      relays: (server.relays ?? []).filter((origin) => SOCKET_ORIGIN.test(origin)).slice(0, MAX_RELAYS),
      standby: server.standby ?? null,
      maxExportHours: server.maxExportHours ?? null,
      maxPlayerCount: server.maxPlayerCount ?? null,
      watermark: server.watermark ?? "off",
      recordingTrouble: readFailure(server.recordingTrouble, isKnown),
      exportFormats: server.exportFormats ?? [],
      mid: server.discoverableOrchid?.mid ?? "",
      recordingCapabilities: server.discoverableOrchid?.recordingCapabilities ?? {},
      licenseState: licence.value.state,
      license: { edition: licence.value.license.edition, expires: licence.value.license.expires },
      cameras: own,
      // What is left out is not kept: all are needed again to see when it no longer has to be.
      camerasVersion: own.length === list.length ? versionOf(cameras.value) : "",
    },
  };
}

/** It comes back in the query of the next question. */
const versionOf = ({ version = "" }: z.infer<typeof cameraList>): string =>
  version.length > MAX_VERSION_LETTERS ? "" : version;

/** The list after an answer that may say only what changed. Null: it names a camera that neither of them has. */
function listAfter(before: ServerState, answer: z.infer<typeof cameraList>): readonly Camera[] | null {
  if (answer.since !== before.camerasVersion) return answer.cameras;
  const now = new Map([...before.cameras, ...answer.cameras].map((one) => [one.id, one]));
  const ids = answer.ids ?? before.cameras.map(({ id }) => id);
  const list = ids.flatMap((id) => now.get(id) ?? []);
  return list.length === ids.length ? list : null;
}

/** The recorder's clock minus ours; half of the round trip is taken off. */
export async function readClock(
  client: ServerClient,
  now: () => number,
  limits: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<ServerAnswer<number>> {
  const sentMs = now();
  const answer = await client.text({ path: "/service/time", maxBytes: 1024, ...limits });
  if (!answer.ok) return answer;
  const theirMs = /^\d{1,16}$/.test(answer.value.trim()) ? Number(answer.value) : Number.NaN;
  if (!(theirMs <= LATEST_MS)) return unreadable;
  return { ok: true, value: Math.round(theirMs - (sentMs + now()) / 2) };
}

/** A failure of our own side: the key of the server cannot be read. */
const keyless: ServerFailure = { ok: false, error: failure("server/no-key") };
const unreadable = refuse("orchid/bad-answer", { cause: failure("server/unreadable") });

/** The exact reason: that the server is not available is said already. */
function whyAway({ error, status }: ServerFailure): Failure {
  if (error.code === "orchid/refused" && status === 401) return failure("server/no-trust");
  if (error.code === "orchid/forbidden-address") return failure("server/forbidden");
  return error.cause ?? error;
}
