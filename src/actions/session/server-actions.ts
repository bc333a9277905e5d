/** What the signed-in client must know of its server: limits, licence state, clock, disk. */
import { readClockOffset } from "#domain/clock.ts";
import { TIME_PROBE_TIMEOUT_MS } from "#domain/limits/session.ts";
import { about as aboutAnswer } from "#protocol/rest/server/about.ts";
import { server } from "#protocol/rest/server/server.ts";
import type { DialogStore } from "#state/dialog-store.ts";
import type { HealthStore } from "#state/health-store.ts";
import type { SessionStore } from "#state/session-store.ts";
import type { StandingStore } from "#state/standing-store.ts";
import { probeClock } from "#transport/clock-sync.ts";
import type { HttpClient } from "#transport/http.ts";
import { epochMs } from "../epoch.ts";
import { reportedFailure } from "../reported-failure.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";
import { closeLicenseDialog, openLicenseDialog } from "../license-dialog.ts";
import type { ServerList } from "../cameras/server-list.ts";

export interface ServerActions {
  /** Limits and licence. A licence state other than normal opens the error dialog, once per change. */
  readonly load: () => Promise<void>;
  /** Measures the clocks' difference; keeps the last one when no answer comes. */
  readonly syncClock: () => Promise<void>;
}

/** of server 1: a standalone recorder is its own server */
const SKEW_KEY = "proscenium.skew.1";

export function createServerActions(deps: {
  readonly http: HttpClient;
  readonly session: SessionStore;
  readonly health: HealthStore;
  readonly standing: StandingStore;
  readonly dialogs: DialogStore;
  /** the difference of the clocks is stored per server, so that a new page starts with the last one */
  readonly storage?: KeyValueStorage;
  /** the aggregator's servers have limits and licences of their own */
  readonly list?: ServerList;
}): ServerActions {
  const { http, session, health, standing, dialogs, storage, list } = deps;
  const kept = readClockOffset(storage?.read(SKEW_KEY) ?? null);
  if (kept !== null && health.get().skewMs === null)
    health.change((facts) => {
      facts.skewMs = kept;
    });
  return {
    async load() {
      const { about } = session.get();
      if (list && about?.edition === "aggregator") {
        const [now] = await Promise.all([http.json({ path: "/service/about" }, aboutAnswer), list.load()]);
        session.change((facts) => {
          const shown = (now.ok ? now.value.showInPanel : facts.server?.showInPanel) ?? true;
          facts.server = { name: about.name, showInPanel: shown, maxPlayerCount: null, maxExportHours: null };
        });
        return;
      }
      const answer = await http.json({ path: "/service/servers/1" }, server);
      if (!answer.ok) return;
      const { name, showInPanel, maxPlayerCount, maxExportHours, watermark = "off", discoverableOrchid } = answer.value;
      const trouble = reportedFailure(answer.value.recordingTrouble, "");
      session.change((facts) => {
        facts.server = {
          name,
          showInPanel,
          maxPlayerCount: maxPlayerCount ?? null,
          maxExportHours: maxExportHours ?? null,
          watermark,
        };
      });
      const state = discoverableOrchid?.licenseSession?.state;
      const status = state?.status ?? "normal";
      const reason = state?.reason ?? "";
      const before = standing.get();
      standing.change((facts) => {
        facts.licenseStatus = status;
        facts.licenseReason = reason;
        facts.unrecorded = trouble ? [{ id: "", name: "", trouble }] : [];
      });
      if (status === before.licenseStatus && reason === before.licenseReason) return;
      if (status === "normal") closeLicenseDialog(dialogs);
      else openLicenseDialog(dialogs);
    },
    async syncClock() {
      const reading = await probeClock(http, { timeoutMs: TIME_PROBE_TIMEOUT_MS });
      if (!reading.ok) return;
      health.change((facts) => {
        // A measurement is no better than its round trip: small changes within it are noise.
        const known = facts.skewMs;
        if (known === null || Math.abs(reading.value.skewMs - known) > reading.value.roundTripMs / 2)
          facts.skewMs = reading.value.skewMs;
        facts.machineAheadMs = Date.now() - epochMs();
      });
      // Where it cannot be stored it is measured again.
      storage?.write(SKEW_KEY, String(health.get().skewMs ?? 0));
    },
  };
}
