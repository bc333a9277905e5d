/**
 * The aggregator's servers: /service/orchids. A user reads the servers on which they may see a camera; administrators
 * change them.
 */
import { watermarkRule } from "./watermark.ts";
import { failureBody } from "../error.ts";
import * as z from "zod/mini";
import { wireBoolean, wireId, wireNumber } from "#protocol/scalars.ts";
import { pathId, queryFlag } from "../list.ts";
import { iceServer, licenseState } from "./server.ts";
import { writtenName } from "../name.ts";

/** Old aggregators send the version as text, newer ones as an object. */
const versionText = z.pipe(
  z.union([z.string(), z.object({ version: z.string() })]),
  z.transform((value) => (typeof value === "string" ? value : value.version)),
);

/** Members for administrators are empty or absent for other users: uri, mid, license. */
export const orchid = z.object({
  id: wireId,
  href: z.optional(z.string()),
  name: z.string(),
  /** where the aggregator reaches it */
  uri: z._default(z.string(), ""),
  /** where browsers may reach it without the aggregator; empty = through the proxy only */
  directUri: z._default(z.string(), ""),
  isAvailable: z._default(wireBoolean, false),
  /** why it is not available, for people; empty = it is available */
  failureReason: z._default(z.string(), ""),
  /** the same in the form of a failure; absent = it is available, or its server is older */
  failure: z.optional(failureBody),
  version: z._default(versionText, ""),
  /** cameras with a running stream, of `camerasAvailable` registered ones */
  camerasOnline: z._default(wireNumber, 0),
  camerasAvailable: z._default(wireNumber, 0),
  /** epoch ms of the aggregator; 0 = never */
  lastAvailable: z._default(wireNumber, 0),
  lastChecked: z._default(wireNumber, 0),
  /** the server's clock minus the aggregator's */
  clockOffsetMs: z._default(wireNumber, 0),
  rtspPort: z._default(wireNumber, 0),
  rtspProtocol: z._default(z.string(), "rtsp"),
  iceServers: z._default(z.array(iceServer), []),
  /** relays show its live pictures to viewers who agree */
  hasRelays: z._default(z.boolean(), false),
  /** absent or null = no limit */
  maxExportHours: z.optional(z.nullable(wireNumber)),
  maxPlayerCount: z.optional(z.nullable(wireNumber)),
  watermark: z.optional(watermarkRule),
  /** what keeps everything from being recorded there; absent = nothing does */
  recordingTrouble: z.optional(failureBody),
  exportFormats: z._default(z.array(z.string()), []),
  discoverableOrchid: z.optional(
    z.object({
      mid: z._default(z.string(), ""),
      recordingCapabilities: z.optional(z.record(z.string(), z.unknown())),
      licenseSession: z.optional(z.object({ state: licenseState })),
    }),
  ),
  license: z.optional(z.object({ edition: z.string(), expires: wireNumber })),
  /** `sessionId`: bearer token for this server alone, valid for some minutes; empty = none */
  permissions: z._default(z.object({ sessionId: z._default(z.string(), "") }), { sessionId: "" }),
});
export type Orchid = z.infer<typeof orchid>;

/** GET /service/orchids: a bare array. */
export const orchidList = z.array(orchid);

/** GET /service/orchids/{id}/cameras: cameras in the form of their server (see camera.ts), each with `orchidId`. */
export const orchidCameraList = z.object({ href: z.optional(z.string()), cameras: z.array(z.unknown()) });

/** `brief`: only what lists show of each camera (listed-camera.ts). */
export const orchidCamerasQuery = z.strictObject({ brief: z.optional(queryFlag), _: z.optional(z.string()) });

/** GET /fusion/tokens?type=orchid: for each server the token that opens it directly. */
export const orchidTokens = z.record(z.string(), z.string());
export const orchidTokensQuery = z.strictObject({
  type: z._default(z.literal("orchid"), "orchid"),
  _: z.optional(z.string()),
});

/** http or https, a host, maybe a port and a path; never credentials, query or fragment. */
const serverUri = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^https?:\/\/(\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(:\d{1,5})?(\/[\w.~/-]{0,300})?$/,
      "http(s)://host:port",
    ),
  );
const optionalUri = z.union([z.literal(""), serverUri]);
const username = z.string().check(z.minLength(1), z.maxLength(320));
const password = z.string().check(z.minLength(1), z.maxLength(1024));

/** POST /service/orchids: the password is used once and not kept. */
export const orchidCreate = z.strictObject({
  name: z.optional(writtenName),
  uri: serverUri,
  directUri: z._default(optionalUri, ""),
  username,
  password,
  /** where another parent has the server, that parent loses it */
  replace: z.optional(z.boolean()),
});
export type OrchidCreate = z.input<typeof orchidCreate>;

/** PATCH /service/orchids/{id}: with another `uri` the credentials register it anew. */
export const orchidPatch = z.strictObject({
  name: z.optional(writtenName),
  uri: z.optional(serverUri),
  directUri: z.optional(optionalUri),
  username: z.optional(username),
  password: z.optional(password),
  replace: z.optional(z.boolean()),
});
export type OrchidPatch = z.input<typeof orchidPatch>;

/**
 * PATCH and DELETE /service/orchids/{id}: `force` takes the server from another parent, or removes it here without
 * telling it.
 */
export const orchidForceQuery = z.strictObject({ force: z.optional(queryFlag), _: z.optional(z.string()) });

/** One camera of one server. */
export const orchidCameraId = z.object({ orchidId: wireId, id: wireId });
export const orchidCameraIdWrite = z.strictObject({ orchidId: pathId, id: pathId });
