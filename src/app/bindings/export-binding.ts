/** Makes the export actions; a chunk of its own, loaded with the dialog. */
import { createExportActions, type ExportActions } from "#actions/recordings/export-actions.ts";
import { createExportStore } from "#state/export-store.ts";
import type { HttpClient } from "#transport/http.ts";
import type { Throttle } from "#transport/throttle.ts";

/** `throttle`: for all stills that the page requests. */
export const openExports = (http: HttpClient, throttle: Throttle): ExportActions =>
  createExportActions({ http, store: createExportStore(), download, throttle });

/** The recorder answers with "attachment": the page stays open. */
function download(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = new URL(address, location.origin).href;
  link.download = name;
  link.rel = "noreferrer";
  document.body.append(link);
  link.click();
  link.remove();
}
