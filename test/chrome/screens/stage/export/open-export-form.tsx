/** The form of an export, at a recorder that has nothing of one stream and fails with another. */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, beforeEach } from "vitest";
import { createExportActions } from "#actions/recordings/export-actions.ts";
import { ExportForm, type ExportFormProps } from "#chrome/screens/stage/export/export-form.tsx";
import { en } from "#chrome/texts/parts/all.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import { createExportStore } from "#state/export-store.ts";
import { HttpClient } from "#transport/http.ts";
import { type FakeServer, fakeServer } from "#test/support/client/http-fake.ts";

export let server: FakeServer;
export const camera = (id: string, name: string, fisheye = false): CameraFacts => ({
  id: `c${id}`,
  orchidId: "1",
  name,
  driver: "ONVIF",
  model: "",
  primaryStreamId: `s${id}`,
  streams: [{ id: `s${id}`, name: "main", active: true, widthPx: 1280, heightPx: 720, framesPerSecond: 25 }],
  state: "running",
  actions: { live: true, playback: true, ptz: false, export: true, unmask: false },
  ptz: null,
  hasDewarp: fisheye,
  dewarp: null,
});
export const NOW = Date.UTC(2026, 2, 1, 12, 0, 0);

export function open(options: Partial<ExportFormProps> = {}) {
  const { actions, closed, form } = parts();
  const { rerender } = render(form(options));
  return { actions, closed, change: (next: Partial<ExportFormProps>) => rerender(form({ ...options, ...next })) };
}
export function parts() {
  const http = new HttpClient({ origin: server.origin, token: () => null, onUnauthorized: () => undefined });
  const actions = createExportActions({ http, store: createExportStore(), download: () => undefined });
  const closed: string[] = [];
  const form = (options: Partial<ExportFormProps>) => (
    <IntlProvider locale="en" messages={en}>
      <ExportForm
        actions={actions}
        cameras={[camera("1", "Yard"), camera("2", "Hall", true)]}
        startMs={NOW - 60_000}
        stopMs={NOW - 30_000}
        zoneName="UTC"
        maxExportHours={2}
        mobileSafari={false}
        nowMs={() => NOW}
        onClose={() => closed.push("closed")}
        {...options}
      />
    </IntlProvider>
  );
  return { actions, closed, form };
}
/** Also behind the alert of an error, which on a busy machine appears before the checks of the form. */
export const as = (name: string, extension: string) =>
  screen.getByRole<HTMLButtonElement>("button", {
    name: `Export as ${extension.slice(1).toUpperCase()}: ${name}`,
    hidden: true,
  });
export const failed = (text: string) =>
  screen.findByRole("button", { name: `Error: ${text}`, hidden: true }, { timeout: 10_000 });
export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

export function eachWithRecorder(): void {
  beforeEach(async () => {
    server = await fakeServer({
      "GET /service/exports": { json: { exports: [], fingerprint: "aaaa bbbb" } },
      "HEAD /service/streams/s1/export": { status: 404 },
      "HEAD /service/streams/s2/export": { status: 503 },
    });
  });
  afterEach(async () => {
    cleanup();
    await server.close();
  });
}
