import { watermarkRule } from "./watermark.ts";
import { failureBody } from "../error.ts";
import * as z from "zod/mini";
import { wireBoolean, wireId, wireNumber } from "#protocol/scalars.ts";
import { pathId, queryTimeMs } from "../list.ts";
import { serverEvent } from "../recordings/motion.ts";

/** GET /service/version (open to everyone). `changelog` and `eula` with `?all=true`. */
export const version = z.object({
  version: z.string(),
  buildInfo: z.optional(
    z.object({
      target: z._default(z.string(), ""),
      hash: z._default(z.string(), ""),
      user: z._default(z.string(), ""),
      host: z._default(z.string(), ""),
    }),
  ),
  buildDate: z.optional(z.string()),
  changelog: z.optional(z.string()),
  eula: z.optional(z.string()),
  /** packages inside, with their licences */
  acknowledgments: z.optional(z.string()),
});

/** GET /service/time-extended; `/service/time` is the bare number as text. */
export const timeExtended = z.object({
  time: wireNumber,
  /** IANA zone of the recorder */
  timeZone: z.string(),
  /** minutes east of UTC now */
  offset: wireNumber,
});

export const licenseState = z.object({
  /** normal, degraded, pending_change */
  status: z.string(),
  /**
   * 'storage': the storage device changed; of pending_change: why nothing is recorded until the restart, empty = it is
   * recorded
   */
  reason: z._default(z.string(), ""),
  description: z._default(z.string(), ""),
  /** the description in the form of a failure; absent on older servers, and while there is no fault */
  told: z.optional(failureBody),
});
export type LicenseState = z.infer<typeof licenseState>;

const license = z.object({
  /** 'trial' = not activated */
  edition: z.string(),
  brandedEdition: z._default(z.string(), ""),
  /** 0 = unlimited */
  cameras: z._default(wireNumber, 0),
  /** ms, 0 = unlimited */
  retention: z._default(wireNumber, 0),
  /** server ms; above 8623372036854776 = never */
  expires: z._default(wireNumber, 8_640_000_000_000_000),
  retentionDescription: z._default(z.string(), ""),
  expiresDescription: z._default(z.string(), ""),
  activationTimeRange: z.optional(z.unknown()),
  version: z.optional(z.string()),
  activationCode: z.optional(z.string()),
  machineId: z.optional(z.string()),
  location: z.optional(z.string()),
});

export const licenseSession = z.object({ state: licenseState, license });
export type LicenseSession = z.infer<typeof licenseSession>;

/**
 * GET /service/server/utilization/disk. Bytes; `capacity` is the space for files, without what the file system
 * reserves.
 */
const moveUse = z.object({
  /** moving, waiting (some files cannot be moved now), no-room (elsewhere), away (it cannot be read), empty */
  state: z.string(),
  moved: wireNumber,
  reason: z._default(z.string(), ""),
});

/** One of several volumes. Bytes, server ms. */
const volumeUse = z.object({
  name: z.string(),
  /** empty: the settings no longer name it */
  path: z.string(),
  role: z.string(),
  /** ok, full, unwritable, gone, stuck; removed = the settings no longer name it */
  state: z.string(),
  reason: z._default(z.string(), ""),
  /** 0 = never seen */
  capacity: wireNumber,
  free: wireNumber,
  reserve: wireNumber,
  archivesSize: wireNumber,
  /** of its recordings; 0 = there are none */
  oldest: wireNumber,
  newest: wireNumber,
  /** written there of late */
  bytesPerSecond: wireNumber,
  /** streams that are written there now */
  streams: wireNumber,
  /** how much of the recording it takes beside the others */
  weight: z._default(wireNumber, 1),
  /** what lies there goes to the others: how far that is */
  drain: z.optional(moveUse),
  /** what is older goes to the volumes that keep only, and how far that is; empty = nothing is due */
  moveAfterDays: z.optional(wireNumber),
  onward: z.optional(moveUse),
  /** at the rate of the last day recordings stay there so long; then: moves, archive (a copy stays), removed. Absent: not known */
  estimate: z.optional(z.object({ days: wireNumber, end: z.string() })),
  /** what lay there is taken out of the index now */
  forgetting: z.optional(wireBoolean),
});
export type VolumeUse = z.infer<typeof volumeUse>;

export const diskUtilization = z.object({
  storage: z.object({ capacity: wireNumber, free: wireNumber, unavailable: z._default(wireNumber, 0) }),
  /** percent of the disk at which the oldest recordings are removed, e.g. 85 */
  cleanerThreshold: wireNumber,
  archivesSize: wireNumber,
  /** bytes that archives may take */
  maxUsage: wireNumber,
  thresholdPercentage: wireNumber,
  bytesFromDeletedCameras: z._default(wireNumber, 0),
  /** ok, full, unwritable: the state that the writer reports */
  state: z._default(z.string(), "ok"),
  /** ours, of a server whose recordings lie on several volumes */
  volumes: z.optional(z.array(volumeUse)),
});
export type DiskUtilization = z.infer<typeof diskUtilization>;

export const reportQuery = z.strictObject({
  start: queryTimeMs,
  stop: queryTimeMs,
  _: z.optional(z.string()),
});

/** GET /service/server/report */
export const report = z.object({
  start: wireNumber,
  stop: wireNumber,
  cameras: z.array(
    z.object({
      id: wireId,
      name: z.string(),
      streams: z.array(
        z.object({
          id: wireId,
          name: z.string(),
          bytesRecorded: wireNumber,
          secondsRecorded: wireNumber,
          secondsOfMotion: wireNumber,
        }),
      ),
    }),
  ),
  orchidEvents: z.array(serverEvent),
  streamEvents: z.array(serverEvent),
  /** there were more events in that time: these are the newest */
  truncated: z._default(wireBoolean, false),
});
export type Report = z.infer<typeof report>;

/** What the page that asks for a support bundle knows of its browser. */
export const supportQuery = z.strictObject({
  painter: z.optional(z.string().check(z.maxLength(300))),
  ticket: z.optional(z.string()),
  sid: z.optional(z.string()),
  _: z.optional(z.string()),
});

export const logQuery = z.strictObject({
  format: z.optional(z.enum(["gzip", "text"])),
  from: z.optional(queryTimeMs),
  to: z.optional(queryTimeMs),
  ticket: z.optional(z.string()),
  sid: z.optional(z.string()),
  _: z.optional(z.string()),
});

export const discoverableOrchid = z.object({
  id: wireId,
  uuid: z.string(),
  /** machine id, for offline activation: administrators only */
  mid: z._default(z.string(), ""),
  name: z._default(z.string(), ""),
  version: z.optional(z.string()),
  recordingCapabilities: z.optional(z.record(z.string(), z.unknown())),
  licenseSession: z.optional(z.object({ state: licenseState })),
});
export const discoverableOrchidList = z.object({ href: z.optional(z.string()), orchids: z.array(discoverableOrchid) });

const discoveredCamera = z.object({
  ip: z.string(),
  url: z.string(),
  name: z.optional(z.string()),
  model: z.optional(z.string()),
  registered: z._default(wireBoolean, false),
});
export type DiscoveredCamera = z.infer<typeof discoveredCamera>;
export const discoveredCameraList = z.object({ href: z.optional(z.string()), cameras: z.array(discoveredCamera) });

export const iceServer = z.object({
  type: z.enum(["stun", "turn"]),
  host: z.string(),
  port: wireNumber,
  username: z.optional(z.string()),
  credential: z.optional(z.string()),
});
export type IceServer = z.infer<typeof iceServer>;

/** GET /service/servers/{id}: the server in the form of document 1, section 3. The standalone recorder is `1`. */
const groupName = z.string().check(z.regex(/^[0-9a-f]{1,64}$/));
/** Its name and that of its group, which only its recorders can know, and whose cameras it records. */
export const standbyGroup = z.object({
  id: pathId,
  group: groupName,
  standsInFor: z.array(pathId).check(z.maxLength(100)),
});

export const server = z.object({
  id: wireId,
  href: z.optional(z.string()),
  uuid: z.optional(z.string()),
  name: z.string(),
  uri: z._default(z.string(), ""),
  isAvailable: z._default(wireBoolean, true),
  failureReason: z._default(z.string(), ""),
  /** the same in the form of a failure; absent = it is available, or its server is older */
  failure: z.optional(failureBody),
  version: z.optional(z.string()),
  rtspPort: z._default(wireNumber, 554),
  rtspProtocol: z._default(z.string(), "rtsp"),
  iceServers: z._default(z.array(iceServer), []),
  /** origins of its relays, for media sockets; absent = it knows none */
  relays: z.optional(z.array(z.string())),
  /** for administrators, of a recorder in a standby group; absent = it is in none */
  standby: z.optional(standbyGroup),
  /** absent = no limit */
  maxExportHours: z.optional(wireNumber),
  maxPlayerCount: z.optional(wireNumber),
  /** over whose views account and time are drawn; absent = nobody's */
  watermark: z.optional(watermarkRule),
  /** what keeps everything from being recorded; absent = nothing does */
  recordingTrouble: z.optional(failureBody),
  /** the export formats that it makes */
  exportFormats: z.optional(z.array(z.string())),
  discoverableOrchid: z.optional(discoverableOrchid),
  /** the setting groups.orchids.show: whether the side panel has a Servers section */
  showInPanel: z._default(z.boolean(), true),
});
export const serverList = z.object({ href: z.optional(z.string()), servers: z.array(server) });
