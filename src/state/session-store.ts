/** Who is signed in, on what server, and how this page was opened. */
import type { EndedWhy } from "#domain/live-events.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { type Edition, nobody, type Role, type Scope, type Visitor } from "#domain/accounts/access.ts";
import type { Watermark } from "#domain/accounts/watermark.ts";
import { type FactStore, factStore } from "./store.ts";

/** What the server sends to every visitor before sign-in. */
export interface AboutFacts {
  readonly edition: Edition;
  readonly version: string;
  readonly name: string;
  /** agreement to accept before signing in; "" = none */
  readonly agreement: string;
  /** shown once after signing in; "" = none */
  readonly greeting: string;
  /** "" = no Google button */
  readonly googleClientId: string;
  readonly googleAuthorization: string;
  /** "" = no button of the company's sign-in */
  readonly companyLabel: string;
  readonly domainLogin: boolean;
  readonly directoryLogin: boolean;
  readonly lowBandwidthOffered: boolean;
  readonly webrtcOffered: boolean;
  readonly passwordMinLength: number;
  readonly supportUrl: string;
  readonly embedOrigins: readonly string[];
  /** the port at which the server proxies its cameras' streams; 0 = it proxies none */
  readonly rtspPort: number;
  readonly rtspProtocol: string;
}

export interface UserFacts {
  readonly userId: string;
  readonly username: string;
  /** null on the aggregator, where `admin` counts */
  readonly role: Role | null;
  readonly admin: boolean;
  readonly scope: Scope | null;
}

/** The recorder of this session, and its limits; null = none. */
export interface ServerFacts {
  readonly name: string;
  /** the side panel has a Servers section */
  readonly showInPanel: boolean;
  readonly maxPlayerCount: number | null;
  readonly maxExportHours: number | null;
  /** of a standalone recorder; absent: off */
  readonly watermark?: Watermark;
}

export interface SessionFacts {
  /** unknown: not requested yet */
  phase: "unknown" | "signed-out" | "signed-in";
  about: AboutFacts | null;
  /** why the server could not answer at start what it is, or who is signed in */
  aboutFailure: Failure | null;
  user: UserFacts | null;
  server: ServerFacts | null;
  /** bearer of this page; null after a reload, when only the cookie signs in */
  token: string | null;
  /** the low-bandwidth box of the sign-in page, or no WebRTC here: players start in low bandwidth */
  lowBandwidth: boolean;
  /** this browser or the page's address allows nothing but low bandwidth */
  lowBandwidthForced: boolean;
  /** why a sign-in that came back from Google failed; null = nothing to report */
  signInFailure: Failure | null;
  /**
   * why the server could not be told of the last sign-out: the browser's cookie may still sign in; null = nothing to
   * report
   */
  signOutFailure: Failure | null;
  /** why somebody else has ended the session that was open here; null = nothing to report */
  endedWhy: EndedWhy | null;
  singlePlayer: boolean;
  /** URL flag manage-ptz-presets: the page's host lets its visitor add and delete presets */
  managePtzPresets: boolean;
}
export type SessionStore = FactStore<SessionFacts>;

export const createSessionStore = (singlePlayer: boolean): SessionStore =>
  factStore<SessionFacts>({
    phase: "unknown",
    about: null,
    aboutFailure: null,
    user: null,
    server: null,
    token: null,
    lowBandwidth: false,
    lowBandwidthForced: false,
    signInFailure: null,
    signOutFailure: null,
    endedWhy: null,
    singlePlayer,
    managePtzPresets: false,
  });

/** The visitor in the form of the route and permission rules. */
export function visitorOf(facts: SessionFacts): Visitor {
  const edition = facts.about?.edition ?? "standalone";
  const directoryLogin = facts.about?.directoryLogin ?? false;
  const base = { ...nobody(edition), singlePlayer: facts.singlePlayer, directoryLogin };
  if (facts.phase !== "signed-in" || !facts.user) return base;
  return { ...base, signedIn: true, role: facts.user.role, admin: facts.user.admin };
}

/** Why players of this session do not begin with WebRTC, for the top bar; null: they may. */
export function lowBandwidthReason(facts: SessionFacts): "forced" | "chosen" | null {
  if (facts.lowBandwidthForced || facts.about?.webrtcOffered === false) return "forced";
  return facts.lowBandwidth ? "chosen" : null;
}
