/**
 * Everything that the HTTP routes use, made once by `recorder.ts` (and, for the aggregator, by `aggregator.ts`). A route takes
 * what it uses of it: `Uses<"ptz" | "journal">`.
 */
import type { Gate } from "./authenticate.ts";
import type { RecordingIndex } from "#recorder/recording/index/recording-index.ts";
import type { Store } from "#recorder/store/store.ts";
import type { ActivationService } from "#recorder/licensing/activation-service.ts";
import type { BuildInfo } from "#recorder/config/build-info.ts";
import type { CameraDiscovery } from "#recorder/cameras/camera-discovery.ts";
import type { CameraGroups } from "#recorder/cameras/camera-groups.ts";
import type { CameraRegistry } from "#recorder/cameras/camera-registry.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import type { ClientUpdates } from "./files/client-update.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { Exports } from "#recorder/site/exports/exports.ts";
import type { Identity } from "#recorder/core/identity.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Licensing } from "#recorder/licensing/licensing.ts";
import type { LiveSessions } from "#recorder/site/live-sessions.ts";
import type { Log } from "#recorder/core/log.ts";
import type { Marks } from "#recorder/site/marks.ts";
import type { MediaLink } from "#recorder/cameras/media/media-link.ts";
import type { CallTracing } from "./tracing/traced-calls.ts";
import type { Metrics } from "./metrics.ts";
import type { PtzControl } from "#recorder/cameras/ptz/ptz-control.ts";
import type { Ptz } from "#recorder/cameras/ptz/ptz.ts";
import type { KnownDevices } from "#recorder/accounts/known-devices.ts";
import type { CompanyDesk } from "#recorder/accounts/company/company-desk.ts";
import type { DirectoryDesk } from "#recorder/accounts/company/directory-desk.ts";
import type { OwnPassword } from "#recorder/accounts/own-password.ts";
import type { OwnAppPasswords } from "#recorder/accounts/factors/own-app-passwords.ts";
import type { OwnFactor } from "#recorder/accounts/factors/own-factor.ts";
import type { OwnPasskeyList } from "#recorder/accounts/factors/own-passkeys.ts";
import type { SessionDesk } from "#recorder/accounts/session-desk.ts";
import type { Sessions } from "#recorder/accounts/sessions.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { Stages } from "#recorder/site/stages.ts";
import type { FisheyePatrols } from "#recorder/site/fisheye-patrols.ts";
import type { FisheyeViews } from "#recorder/site/fisheye-views.ts";
import type { StreamEditor } from "#recorder/cameras/stream-editor.ts";
import type { Tickets } from "#recorder/accounts/tickets.ts";
import type { TrustedIssuers } from "#recorder/accounts/trusted-issuer.ts";
import type { BucketDesk } from "#recorder/site/volumes/bucket-desk.ts";
import type { ForgottenVolumes } from "#recorder/site/volumes/forgotten-volumes.ts";
import type { ThinningDesk } from "#recorder/site/volumes/thinning-desk.ts";
import type { Relays } from "#recorder/site/relays/relays.ts";
import type { VolumeList } from "#recorder/site/volumes/volume-list.ts";
import type { Standby } from "#recorder/standby/standby.ts";
import type { OwnCertificate } from "#recorder/net/own-certificate.ts";
import type { Nodes } from "#recorder/nodes/nodes.ts";
import type { Users } from "#recorder/accounts/users.ts";

/** Finds a path's camera or stream, to check the user's rights on it. */
interface CameraLookup {
  get(id: string): unknown;
  stream(id: string): { readonly camera_id: string } | undefined;
}

/** Other servers of ours, by the origins that browsers know them by. */
export interface AllowedParents {
  /** servers with an address for browsers, which our page calls itself */
  readonly asked: () => readonly string[];
  /** where our page opens media sockets beside our own address: relays; absent = there never are any */
  readonly sockets?: () => readonly string[];
  /** servers whose pages call us with tokens of the server that they came from; null = none */
  readonly asking: () => Promise<string | null>;
}

/** What both editions have. */
export interface CommonServices {
  readonly config: Config;
  readonly log: Log;
  readonly build: BuildInfo;
  /** this server's clock, epoch ms */
  readonly now: () => number;
  /** null: plain HTTP */
  readonly certificate: OwnCertificate | null;
  /** new at each start; sent on the event socket */
  readonly bootId: string;
  /** permanent id of this server */
  readonly uuid: string;
  /** the client that is served */
  readonly client: ClientUpdates;
  readonly gate: Gate;
  readonly store: Store;
  readonly hub: EventHub;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly sessionDesk: SessionDesk;
  readonly companyDesk: CompanyDesk;
  readonly directory: DirectoryDesk;
  readonly ownPassword: OwnPassword;
  readonly ownFactor: OwnFactor;
  readonly ownPasskeys: OwnPasskeyList;
  readonly ownAppPasswords: OwnAppPasswords;
  readonly knownDevices: KnownDevices;
  readonly tickets: Tickets;
  readonly stages: Stages;
  readonly patrols: FisheyePatrols;
  readonly views: FisheyeViews;
  readonly groups: CameraGroups;
  readonly settings: SettingsStore;
  readonly journal: Journal;
  readonly cameras: CameraLookup;
  readonly metrics: Metrics;
  /** null: calls are not traced */
  readonly tracing: CallTracing | null;
  /** the servers that share the database with this one */
  readonly nodes: Nodes;
  readonly parents: AllowedParents;
  /** each check is `ok` or what is wrong */
  readonly readiness: () => Promise<Readonly<Record<string, string>>>;
  readonly mayUseApp: (who: Identity, appId: string) => boolean;
  /** a user who was let in earlier, with the rights that they have now */
  readonly asNow: (who: Identity) => Identity;
}

export interface Services extends CommonServices {
  /** where each media process accepts authorised websocket upgrades */
  readonly viewerSockets: readonly string[];
  readonly index: RecordingIndex;
  readonly volumes: VolumeList;
  readonly forgotten: ForgottenVolumes;
  readonly bucket: BucketDesk;
  readonly thinning: ThinningDesk;
  readonly marks: Marks;
  readonly cameras: Cameras;
  readonly registry: CameraRegistry;
  readonly streamEditor: StreamEditor;
  readonly discovery: CameraDiscovery;
  readonly media: MediaLink;
  readonly live: LiveSessions;
  readonly relays: Relays;
  readonly exports: Exports;
  readonly ptz: Ptz;
  readonly ptzControl: PtzControl;
  readonly licensing: Licensing;
  readonly activation: ActivationService;
  readonly issuers: TrustedIssuers;
  /** null: it is in no group of recorders that stand in for one another */
  readonly standby: Standby | null;
}

/** Every route takes these two: its declared access is checked by them. */
type Checked = "cameras" | "config";
/** What a route of every edition takes. */
export type CommonUses<Names extends keyof CommonServices = Checked> = Pick<CommonServices, Names | Checked>;
/** What a route of the recorder takes. */
export type Uses<Names extends keyof Services = Checked> = Pick<Services, Names | Checked>;
