// @vitest-environment jsdom
/** A failed zip shows the reason in the language of the page, and the server's own message beside it. */
import { cleanup, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test } from "vitest";
import { createExportActions } from "#actions/recordings/export-actions.ts";
import { ExportRuns } from "#chrome/screens/stage/export/export-runs.tsx";
import { de } from "#chrome/texts/de/all.ts";
import { en } from "#chrome/texts/parts/all.ts";
import { failure } from "#domain/failures/failure.ts";
import { createExportStore, zipKey } from "#state/export-store.ts";
import { HttpClient } from "#transport/http.ts";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);

test.each([
  ["en", en],
  ["de", de],
])("in %s", (locale, messages) => {
  const http = new HttpClient({ origin: "http://nobody", token: () => null, onUnauthorized: () => undefined });
  const store = createExportStore();
  const failed = { phase: "failed", share: 0, format: "mkv", failure: failure("export/failed"), name: null } as const;
  store.change(({ byKey }) => {
    byKey[zipKey("n")] = { ...failed, detail: failure("server/disk-full") };
    byKey[zipKey("s")] = { ...failed, detail: null };
  });
  render(
    <IntlProvider locale={locale} messages={messages}>
      <ExportRuns
        actions={createExportActions({ http, store, download: () => undefined })}
        cameraName={() => "Yard"}
        countAt={() => 1}
        zoneName="UTC"
        serverName={(id) => (id === "n" ? "North" : "South")}
      />
    </IntlProvider>,
  );
  const text = messages["failure.export/failed"];
  expect(screen.getByText(/^North: /).textContent).toBe(`North: ${text} (${messages["failure.server/disk-full"]})`);
  expect(screen.getByText(/^South: /).textContent).toBe(`South: ${text}`);
});
