/**
 * The licence of this recorder: which one is in force, which one waits for a restart, and what follows from it.
 * Degraded (the licence is invalid or the storage device has changed): no stream runs, nothing is recorded, nothing is
 * cleaned; existing recordings still play.
 */
import { englishText } from "#domain/failures/english.ts";
import { readFailure, writeFailure } from "#protocol/rest/error.ts";
import { type Result, ok } from "#base/result.ts";
import { type Failure, failure, refuse } from "#domain/failures/failure.ts";
import type { KeyObject } from "node:crypto";
import type { LicenseSession, LicenseState } from "#protocol/rest/server/server.ts";
import { activationRequest, codeKind, isActivated, licenseCovers } from "#domain/servers/license.ts";
import type { ActivationService } from "./activation-service.ts";
import { inBackground } from "#recorder/core/background.ts";
import type { Cameras } from "#recorder/cameras/cameras.ts";
import { everyone } from "#recorder/core/audience.ts";
import type { EventHub } from "#recorder/core/event-hub.ts";
import type { Journal } from "#recorder/core/journal.ts";
import { LicenseEnd } from "./license-end.ts";
import { type LicensePayload, readLicenseKey } from "./license-key.ts";
import type { Log } from "#recorder/core/log.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { StorageTag } from "#recorder/core/storage-tag.ts";

const KEY = "license";
const LOOK_MS = 5000;
const DAY_MS = 86_400_000;
/** later than the largest date of JavaScript: never, which clients show as N/A */
const NEVER_MS = 8_640_000_000_000_000;
const NORMAL: LicenseState = { status: "normal", reason: "", description: "" };

interface LicensingParts {
  readonly settings: SettingsStore;
  readonly cameras: Cameras;
  readonly hub: EventHub;
  readonly journal: Journal;
  readonly log: Log;
  readonly storage: StorageTag;
  readonly service: ActivationService;
  readonly keys: readonly KeyObject[];
  readonly machineId: string;
  readonly version: string;
  readonly now: () => number;
}

export class Licensing {
  readonly #parts: LicensingParts;
  /** in force since the start; null = trial */
  #inForce: string | null = null;
  /** the licence that the next start takes */
  #stored: string | null = null;
  /** the storage was taken over, and the next start continues with it */
  #adopted = false;
  #found: LicenseState = NORMAL;
  readonly #end: LicenseEnd;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;

  constructor(parts: LicensingParts) {
    this.#parts = parts;
    this.#end = new LicenseEnd(parts.journal, parts.now);
  }

  /** Reads the licence and checks it regularly until `stop`. Call it before any stream runs. */
  async start(): Promise<void> {
    this.#stored = await this.#parts.settings.internal(KEY);
    if (this.#stored === "") this.#stored = null;
    this.#inForce = this.#stored;
    await this.look();
    this.#timer = setInterval(() => inBackground(this.#parts.log, "looking after the license", this.look()), LOOK_MS);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Streams, recording and cleaning stand still; also while a new licence waits for the restart that ends this. */
  get degraded(): boolean {
    return this.#found.status === "degraded";
  }

  /** How long the licence in force allows to keep recordings; null = as long as there is room. */
  get retentionMs(): number | null {
    const own = this.#read(this.#inForce);
    return own.ok && own.value !== null && own.value.retention > 0 ? own.value.retention : null;
  }

  /** For /readyz: what stands still or will, "ok" otherwise. It keeps no balancer from this server, which plays what there is. */
  get check(): string {
    const { status, description } = this.#found;
    if (status === "degraded") return `ok, but nothing is recorded: ${description}`;
    return this.#end.check(this.#endsMs());
  }

  get state(): LicenseState {
    if (this.#stored === this.#inForce && !this.#adopted) return this.#found;
    // Nothing is recorded until the restart, whatever licence waits for it.
    const reason = this.degraded ? this.#found.reason : "";
    return { status: "pending_change", reason, ...saying(failure("event/license-pending")) };
  }

  /** `full`: includes what only administrators see. */
  session(full: boolean): LicenseSession {
    const read = this.#read(this.#stored);
    const own = read.ok ? read.value : null;
    const expires = own?.expires ?? NEVER_MS;
    return {
      state: this.state,
      license: {
        edition: own?.edition ?? "trial",
        brandedEdition: own === null ? "Trial" : own.brandedEdition || own.edition,
        cameras: own?.cameras ?? 0,
        retention: own?.retention ?? 0,
        expires,
        retentionDescription: retentionText(own?.retention ?? 0),
        expiresDescription: expires >= NEVER_MS ? "Never" : new Date(expires).toISOString(),
        version: this.#parts.version,
        ...(full
          ? {
              activationCode: own?.activationCode ?? "",
              machineId: this.#parts.machineId,
              location: own?.location ?? "",
            }
          : {}),
      },
    };
  }

  /** By the licence in force, and by the one that waits: else no stream would run after the next start. Failure: license/cameras. */
  mayAddCamera(): Result<null, Failure> {
    return this.mayAddCameras(1);
  }

  mayAddCameras(added: number): Result<null, Failure> {
    for (const key of [this.#inForce, this.#stored]) {
      const own = this.#read(key);
      if (own.ok && own.value !== null && !licenseCovers(own.value.cameras, this.#cameraCount() + added))
        return refuse("license/cameras", { count: own.value.cameras });
    }
    return ok(null);
  }

  /** Takes a key; it holds from the next start on. Failures: license/invalid, license/no-storage. */
  async install(text: string): Promise<Result<LicenseSession, Failure>> {
    const key = text.replaceAll(/\s/g, "");
    const fault = this.#faultOf(key);
    if (fault !== null) return refuse("license/invalid", { cause: fault });
    const stored = await this.#store(key);
    return stored.ok ? ok(this.session(true)) : stored;
  }

  /** Activates or renews with the service. Failures: license/code, license/no-service, activation/... */
  async activate(code: string, location: string): Promise<Result<LicenseSession, Failure>> {
    const current = this.#read(this.#stored);
    const activated = current.ok && isActivated(current.value?.edition);
    const kind = codeKind(code, activated);
    if (!kind.ok) return refuse("license/code");
    const { machineId, service } = this.#parts;
    const known = current.ok && activated ? (current.value?.activationCode ?? "") : "";
    const answer = await service.ask(activationRequest(kind.value, { code, machineId, location, current: known }));
    return answer.ok ? this.install(answer.value) : answer;
  }

  /** Back to trial from the next start on. Failures: license/none, license/no-storage. */
  async remove(): Promise<Result<null, Failure>> {
    const storageChanged = this.#found.reason === "storage";
    if (this.#stored === null && !storageChanged) return refuse("license/none");
    return this.#store(null);
  }

  /** Checks licence and storage now. Concurrent calls share the check. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Of the licence in force. */
  #endsMs(): number {
    const own = this.#read(this.#inForce);
    return (own.ok ? own.value?.expires : undefined) ?? NEVER_MS;
  }

  async #look(): Promise<void> {
    const before = this.#found;
    this.#found = await this.#findState(before);
    const { cameras, journal } = this.#parts;
    if (!this.degraded) await this.#end.tell(this.#endsMs());
    if (this.#found.status === before.status && this.#found.reason === before.reason) return;
    await cameras.suspend(this.degraded);
    const told = readFailure(this.#found.told);
    if (this.degraded && told) await journal.event("Entered Degraded State", told);
    else await journal.event("Left Degraded State", failure("event/license-valid"));
    this.#tell();
  }

  async #findState(before: LicenseState): Promise<LicenseState> {
    // A storage that was taken over counts from the next start on, like a licence.
    if (before.reason === "storage" && this.#adopted) return before;
    if (!(await this.#parts.storage.isSame())) {
      return {
        status: "degraded",
        reason: "storage",
        ...saying(failure(this.#inForce === null ? "event/storage-changed" : "event/storage-changed-license")),
      };
    }
    const fault = this.#inForce === null ? null : this.#faultOf(this.#inForce);
    return fault === null ? NORMAL : { status: "degraded", reason: "license", ...saying(fault) };
  }

  async #store(key: string | null): Promise<Result<null, Failure>> {
    const { settings, storage, journal, log } = this.#parts;
    if (this.#found.reason === "storage") {
      try {
        await storage.adopt();
      } catch (error) {
        log.warn({ err: error }, "the storage could not be taken over");
        return refuse("license/no-storage");
      }
      this.#adopted = true;
    }
    await settings.setInternal(KEY, key ?? "");
    this.#stored = key;
    await journal.event(
      "License Modified",
      failure(key === null ? "event/license-removed" : "event/license-installed"),
    );
    this.#tell();
    return ok(null);
  }

  #tell(): void {
    this.#parts.hub.publish("license-modified", "license-session", "1", everyone);
  }

  /** Why a key does not hold here and now; null = it holds. */
  #faultOf(key: string): Failure | null {
    const { machineId, now } = this.#parts;
    const read = this.#read(key);
    if (!read.ok) return read.error;
    if (read.value === null) return null;
    const { machineId: bound, expires, cameras } = read.value;
    if (bound.toUpperCase() !== machineId.toUpperCase()) return failure("license/other-machine");
    if (expires !== undefined && expires <= now()) return failure("license/expired");
    const count = this.#cameraCount();
    if (!licenseCovers(cameras, count)) return failure("license/covers", { cameras, count });
    return null;
  }

  /** Null = trial. */
  #read(key: string | null): Result<LicensePayload | null, Failure> {
    return key === null ? { ok: true, value: null } : readLicenseKey(key, this.#parts.keys);
  }

  /** The demo cameras are the recorder's own and need no licence; what it stands in for is in the licence of its owner. */
  #cameraCount(): number {
    const all = this.#parts.cameras.all();
    return all.filter((row) => row.demo_key === null && row.stood_in_for === null).length;
  }
}

/** What is wrong, in English and as a failure. */
const saying = (told: Failure): Pick<LicenseState, "description" | "told"> => ({
  description: englishText(told),
  told: writeFailure(told, englishText),
});

function retentionText(ms: number): string {
  if (ms === 0) return "Unlimited";
  const days = Math.round((ms / DAY_MS) * 10) / 10;
  return days === 1 ? "1 day" : `${days} days`;
}
