/** The recorder's health, report, log and licence (document 2, sections 2 and 7). */
import type { Failure } from "#domain/failures/failure.ts";
import type { Result } from "#base/result.ts";
import { CLIENT_UPLOAD_TIMEOUT_MS } from "#domain/limits/administration.ts";
import { type About, about } from "#protocol/rest/server/about.ts";
import {
  type DiskUtilization,
  diskUtilization,
  type VolumeUse,
  type LicenseSession,
  licenseSession,
  type Report,
  report,
} from "#protocol/rest/server/server.ts";
import { type Integrity, integrity } from "#protocol/rest/server/integrity.ts";
import { type Settings, settings, type SettingsPatch } from "#protocol/rest/server/settings.ts";
import { type StandbyState, standbyState } from "#protocol/rest/server/standby.ts";
import { ticket } from "#protocol/rest/accounts/ticket.ts";
import type { HttpClient } from "#transport/http.ts";
import { answeredWith } from "../answered.ts";
import { ticketCall } from "../ticket-call.ts";

export type Disk = DiskUtilization;
export type DiskVolume = VolumeUse;
export type RecordingsIntegrity = Integrity;
export type SystemReport = Report;
export type LicenseFacts = LicenseSession;
export type StandbyFacts = StandbyState;
type ServerAbout = About;
export type ServerSettings = Settings;

export interface SystemActions {
  readonly disk: (signal?: AbortSignal) => Promise<Result<Disk, Failure>>;
  /** whether recordings are still what was written */
  readonly integrity: (signal?: AbortSignal) => Promise<Result<RecordingsIntegrity, Failure>>;
  /** whose cameras it records while they are away */
  readonly standby: (signal?: AbortSignal) => Promise<Result<StandbyState, Failure>>;
  /** The cameras of a recorder that does not come back become the server's own. */
  readonly adopt: (owner: string) => Promise<Result<null, Failure>>;
  /** All recordings are read again now. */
  readonly checkRecordings: () => Promise<Result<RecordingsIntegrity, Failure>>;
  /** server ms */
  readonly report: (fromMs: number, toMs: number, signal?: AbortSignal) => Promise<Result<SystemReport, Failure>>;
  /** the server's public description of itself */
  readonly about: (signal?: AbortSignal) => Promise<Result<ServerAbout, Failure>>;
  /** what administrators can change while the server runs */
  readonly settings: (signal?: AbortSignal) => Promise<Result<ServerSettings, Failure>>;
  /** Fields that are absent stay unchanged. */
  readonly changeSettings: (change: SettingsPatch) => Promise<Result<ServerSettings, Failure>>;
  readonly license: (signal?: AbortSignal) => Promise<Result<LicenseFacts, Failure>>;
  /** Sends a zip of a built client; from then on the server serves it. `password`: the user's own, entered again. */
  readonly updateClient: (file: Blob, password: string) => Promise<Result<null, Failure>>;
  /** Back to the client that was installed with the recorder. */
  readonly restoreClient: () => Promise<Result<null, Failure>>;
  /** The address, valid for one use, at which the browser fetches the log itself. `query`: domain `logQuery`. */
  readonly logAddress: (query: string) => Promise<Result<string, Failure>>;
  /** The same for the support bundle (administrators). `painter`: with what this page's wall is drawn, "" = not known. */
  readonly supportAddress: (painter: string) => Promise<Result<string, Failure>>;
}

/** The file that is being read now is read to its end. */
const CHECK_BEGINS_MS = 70_000;

/** UTF-8 in base64: a header carries only ASCII. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

export function createSystemActions(http: HttpClient): SystemActions {
  const until = (signal?: AbortSignal) => (signal ? { signal } : {});
  const addressOf = async (path: string): Promise<Result<string, Failure>> =>
    answeredWith(await http.json(ticketCall(path), ticket), ({ url }) => http.addressOf(url));
  return {
    disk: async (signal) =>
      await http.json({ path: "/service/server/utilization/disk", ...until(signal) }, diskUtilization),
    integrity: async (signal) => await http.json({ path: "/service/server/integrity", ...until(signal) }, integrity),
    standby: async (signal) => await http.json({ path: "/service/server/standby", ...until(signal) }, standbyState),
    adopt: async (owner) =>
      await http.done({ method: "POST", path: `/service/server/standby/owners/${encodeURIComponent(owner)}/adopt` }),
    checkRecordings: async () =>
      await http.json(
        { method: "POST", path: "/service/server/integrity/check", timeoutMs: CHECK_BEGINS_MS },
        integrity,
      ),
    report: async (fromMs, toMs, signal) =>
      await http.json(
        {
          path: "/service/server/report",
          query: { start: Math.round(fromMs), stop: Math.round(toMs) },
          ...until(signal),
        },
        report,
      ),
    about: async (signal) => await http.json({ path: "/service/about", ...until(signal) }, about),
    settings: async (signal) => await http.json({ path: "/service/settings", ...until(signal) }, settings),
    changeSettings: async (change) =>
      await http.json({ method: "PATCH", path: "/service/settings", body: change }, settings),
    license: async (signal) => await http.json({ path: "/service/license-session", ...until(signal) }, licenseSession),
    updateClient: async (file, password) =>
      await http.done({
        method: "POST",
        path: "/service/ui",
        body: new Blob([file], { type: "application/zip" }),
        headers: { "X-Confirm-Password": base64(password) },
        timeoutMs: CLIENT_UPLOAD_TIMEOUT_MS,
      }),
    restoreClient: async () => await http.done({ method: "DELETE", path: "/service/ui" }),
    logAddress: (query) => addressOf(`/service/log?${query}`),
    supportAddress: (painter) => addressOf(`/service/support-bundle?${new URLSearchParams({ painter })}`),
  };
}
