/** The recorder's health, report, log and licence (document 2, sections 2 and 7). Every failure is the text to show. */
import type { Result } from "#base/result.ts";
import { CLIENT_UPLOAD_TIMEOUT_MS } from "#domain/limits.ts";
import { type About, about } from "#protocol/rest/server/about.ts";
import {
  type DiskUtilization,
  diskUtilization,
  type LicenseSession,
  licenseSession,
  type Report,
  report,
} from "#protocol/rest/server/server.ts";
import { ticket } from "#protocol/rest/accounts/ticket.ts";
import type { HttpClient } from "#transport/http.ts";
import { answered, answeredWith } from "../answered.ts";
import { ticketCall } from "../ticket-call.ts";

export type Disk = DiskUtilization;
export type SystemReport = Report;
export type LicenseFacts = LicenseSession;
export type ServerAbout = About;

export interface SystemActions {
  readonly disk: (signal?: AbortSignal) => Promise<Result<Disk, string>>;
  /** server ms */
  readonly report: (fromMs: number, toMs: number, signal?: AbortSignal) => Promise<Result<SystemReport, string>>;
  /** what the server says of itself to everybody */
  readonly about: (signal?: AbortSignal) => Promise<Result<ServerAbout, string>>;
  readonly license: (signal?: AbortSignal) => Promise<Result<LicenseFacts, string>>;
  /** Sends a zip of a built client; it is served from then on. `password`: of whoever asks, once more. */
  readonly updateClient: (file: Blob, password: string) => Promise<Result<null, string>>;
  /** Back to the client that the recorder came with. */
  readonly restoreClient: () => Promise<Result<null, string>>;
  /** The address, good for one use, under which the browser fetches the log by itself. `query`: domain `logQuery`. */
  readonly logAddress: (query: string) => Promise<Result<string, string>>;
  /** The same for the support bundle (administrators). */
  readonly supportAddress: () => Promise<Result<string, string>>;
}

/** UTF-8 in base64: a header carries no other letters. */
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

export function createSystemActions(http: HttpClient): SystemActions {
  const until = (signal?: AbortSignal) => (signal ? { signal } : {});
  const addressOf = async (path: string): Promise<Result<string, string>> =>
    answeredWith(await http.json(ticketCall(path), ticket), ({ url }) => http.addressOf(url));
  return {
    disk: async (signal) =>
      answered(await http.json({ path: "/service/server/utilization/disk", ...until(signal) }, diskUtilization)),
    report: async (fromMs, toMs, signal) =>
      answered(
        await http.json(
          {
            path: "/service/server/report",
            query: { start: Math.round(fromMs), stop: Math.round(toMs) },
            ...until(signal),
          },
          report,
        ),
      ),
    about: async (signal) => answered(await http.json({ path: "/service/about", ...until(signal) }, about)),
    license: async (signal) =>
      answered(await http.json({ path: "/service/license-session", ...until(signal) }, licenseSession)),
    updateClient: async (file, password) =>
      answered(
        await http.done({
          method: "POST",
          path: "/service/ui",
          body: new Blob([file], { type: "application/zip" }),
          headers: { "X-Confirm-Password": base64(password) },
          timeoutMs: CLIENT_UPLOAD_TIMEOUT_MS,
        }),
      ),
    restoreClient: async () => answered(await http.done({ method: "DELETE", path: "/service/ui" })),
    logAddress: (query) => addressOf(`/service/log?${query}`),
    supportAddress: () => addressOf("/service/support-bundle"),
  };
}
