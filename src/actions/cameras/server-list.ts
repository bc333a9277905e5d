/** The aggregator's list of servers: names, health, limits, licences, clocks, disks. */
import { readClockOffset } from "#domain/clock.ts";
import { standsStill } from "#domain/servers/license.ts";
import { CLOCK_WARNING_MS } from "#domain/limits/session.ts";
import { type Orchid, orchidList } from "#protocol/rest/server/orchid.ts";
import type { DialogStore } from "#state/dialog-store.ts";
import type { RegisteredServer, ServerStore } from "#state/server-store.ts";
import type { ServerLicense, StandingStore } from "#state/standing-store.ts";
import type { HttpClient } from "#transport/http.ts";
import { reportedFailure } from "../reported-failure.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";
import { closeLicenseDialog, openLicenseDialog } from "../license-dialog.ts";
import { oneAtATime } from "../one-at-a-time.ts";

export interface ServerList {
  /** Fetches the list; without an answer the old list stays. */
  readonly load: () => Promise<void>;
}

export function createServerList(deps: {
  readonly http: HttpClient;
  readonly servers: ServerStore;
  readonly standing: StandingStore;
  readonly dialogs: DialogStore;
  /** each server's clock difference is kept: a server that is away is judged by its last one */
  readonly storage?: KeyValueStorage;
}): ServerList {
  const { http, servers, standing, dialogs, storage } = deps;

  const offsetOf = ({ id, isAvailable, clockOffsetMs }: Orchid): number => {
    const key = `proscenium.skew.${id}`;
    if (isAvailable) storage?.write(key, String(clockOffsetMs));
    const kept = isAvailable ? null : readClockOffset(storage?.read(key) ?? null);
    return kept ?? clockOffsetMs;
  };

  const judge = (all: readonly RegisteredServer[]): void => {
    const wrong = all.filter(({ clockOffsetMs }) => Math.abs(clockOffsetMs) > CLOCK_WARNING_MS);
    const licenses = licensesToTell(all);
    const before = standing.get().serverLicenses;
    standing.change((facts) => {
      facts.serverClocks = wrong.map(({ name, clockOffsetMs }) => ({ name, offsetMs: clockOffsetMs }));
      facts.licenseStatus = licenses[0]?.status ?? "normal";
      facts.licenseReason = licenses[0]?.reason ?? "";
      facts.serverLicenses = licenses;
      facts.unrecorded = all.flatMap(({ id, name, isAvailable, recordingTrouble: trouble }) =>
        isAvailable && trouble ? [{ id, name, trouble }] : [],
      );
    });
    const isNews = licenses.some(
      ({ id, status, reason }) =>
        !before.some((each) => each.id === id && each.status === status && each.reason === reason),
    );
    if (licenses.length === 0 && before.length > 0) closeLicenseDialog(dialogs);
    else if (isNews) openLicenseDialog(dialogs);
  };

  return {
    load: oneAtATime(async () => {
      servers.change((facts) => {
        if (facts.status === "idle") facts.status = "loading";
      });
      const answer = await http.json({ path: "/service/orchids" }, orchidList);
      if (!answer.ok) {
        servers.change((facts) => {
          facts.failure = answer.error;
          if (facts.status !== "ready") facts.status = "failed";
        });
        return;
      }
      const all = answer.value.map((wire) => factsOfServer(wire, offsetOf(wire)));
      all.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }) || a.id.localeCompare(b.id));
      servers.change((facts) => {
        facts.status = "ready";
        facts.failure = null;
        facts.byId = Object.fromEntries(all.map((each) => [each.id, each])) as typeof facts.byId;
        facts.order = all.map(({ id }) => id);
        for (const id of Object.keys(facts.cameraFailures)) if (!facts.byId[id]) delete facts.cameraFailures[id];
      });
      judge(all);
    }),
  };
}

/** By name, but servers that have stopped recording come before servers that wait for a restart. */
function licensesToTell(all: readonly RegisteredServer[]): ServerLicense[] {
  const told = all
    .filter(({ licenseStatus }) => licenseStatus !== "normal")
    .map(({ id, name, licenseStatus, licenseReason }) => ({ id, name, status: licenseStatus, reason: licenseReason }));
  return [...told.filter(standsStill), ...told.filter((license) => !standsStill(license))];
}

function factsOfServer(wire: Orchid, clockOffsetMs: number): RegisteredServer {
  const license = wire.discoverableOrchid?.licenseSession?.state;
  const recordingTrouble = reportedFailure(wire.recordingTrouble, "");
  return {
    id: wire.id,
    name: wire.name === "" ? wire.id : wire.name,
    isAvailable: wire.isAvailable,
    failure: reportedFailure(wire.failure, wire.failureReason),
    maxPlayerCount: wire.maxPlayerCount ?? null,
    maxExportHours: wire.maxExportHours ?? null,
    watermark: wire.watermark ?? "off",
    ...(recordingTrouble ? { recordingTrouble } : {}),
    licenseStatus: license?.status ?? "normal",
    licenseReason: license?.reason ?? "",
    clockOffsetMs,
    directUri: wire.directUri,
    token: wire.permissions.sessionId,
    hasRelays: wire.hasRelays,
    iceServers: wire.iceServers.map(({ type, host, port, username, credential }) => ({
      urls: `${type}:${host.includes(":") && !host.startsWith("[") ? `[${host}]` : host}:${port}`,
      ...(username === undefined ? {} : { username }),
      ...(credential === undefined ? {} : { credential }),
    })),
  };
}
