/** A recorder's saved stages in memory, with the stage and the saved stages of a user. */
import type { Failure } from "#domain/failures/failure.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createSavedStageActions } from "#actions/stage/saved-stage-actions.ts";
import { createStageActions } from "#actions/stage/stage-actions.ts";
import { createCameraStore } from "#state/camera-store.ts";
import { createDialogStore } from "#state/dialog-store.ts";
import { createSavedStageStore } from "#state/stage/saved-stage-store.ts";
import { createStageStore } from "#state/stage/stage-store.ts";
import { createViewStore } from "#state/stage/view-store.ts";
import { HttpClient } from "#transport/http.ts";
import { cameraFacts } from "#test/support/client/camera-facts.ts";

interface Saved {
  id: string;
  name: string;
  shared: boolean;
  stageMatrix: unknown;
}
interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: Partial<Saved>;
}

export const savedCell = (id: string) => ({ camera: { id, orchidId: "1" }, columnSpan: 1, rowSpan: 1 });

/** Answers with the stages in `stages` and records the requests in `asked`. */
export class StageServer {
  stages: Saved[] = [
    { id: "b", name: "stage 10", shared: false, stageMatrix: [[savedCell("2"), savedCell("99")]] },
    { id: "a", name: "Stage 2", shared: true, stageMatrix: [[savedCell("1"), savedCell("2")]] },
    { id: "x", name: "Stage of the future", shared: false, stageMatrix: { version: 9 } },
  ];
  readonly asked: Asked[] = [];
  readonly #server = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      const body = (text === "" ? {} : JSON.parse(text)) as Partial<Saved>;
      const method = request.method ?? "";
      const path = request.url ?? "";
      this.asked.push({ method, path, body });
      const id = path.split("/").at(-1);
      const found = this.stages.find((each) => each.id === id);
      response.setHeader("content-type", "application/json");
      if (method === "GET") response.end(JSON.stringify({ stages: this.stages }));
      else if (method === "POST") response.end(JSON.stringify({ id: "n", shared: false, ...body }));
      else if (method === "PATCH") response.end(JSON.stringify({ ...found, ...body }));
      else response.writeHead(204).end();
    });
  });

  static async open(): Promise<StageServer> {
    const server = new StageServer();
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** The stage of a user, with the stages loaded. `kept`: the browser's storage; `own`: the window's storage. */
  async user(maxPlayerCount: number | null = null, kept = new Map<string, string>(), own = new Map<string, string>()) {
    const cameras = createCameraStore();
    cameras.change((facts) => {
      for (const id of ["1", "2", "3"]) facts.byKey[`1/${id}`] = cameraFacts(id) as (typeof facts.byKey)[string];
    });
    const stageStore = createStageStore();
    const dialogs = createDialogStore();
    const saved = createSavedStageStore();
    const storage = {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, value: string) => {
        kept.set(key, value);
        return true;
      },
    };
    const stage = createStageActions({
      stage: stageStore,
      cameras,
      views: createViewStore(),
      dialogs,
      storage,
      maxPlayerCount: () => maxPlayerCount,
      text: (which) => which,
      log: () => undefined,
    });
    const { port } = this.#server.address() as AddressInfo;
    const http = new HttpClient({
      origin: `http://127.0.0.1:${port}`,
      token: () => null,
      onUnauthorized: () => undefined,
    });
    const skipped: Failure[] = [];
    const actions = createSavedStageActions({
      http,
      saved,
      stageStore,
      stage,
      storage,
      windowStorage: { read: (key) => own.get(key) ?? null, write: (key, value) => Boolean(own.set(key, value)) },
      onSkipped: (failure) => skipped.push(failure),
    });
    stage.restore("u");
    actions.restore("u");
    await actions.load();
    const shown = () => stageStore.get().grid.cells.map((each) => each.camera.id);
    return { actions, saved, stage, stageStore, dialogs, kept, skipped, shown };
  }
}
