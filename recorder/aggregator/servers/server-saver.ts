/** Keeps what is known of the servers for the next start, and for whichever node writes their rows then. */
import { inBackground } from "#recorder/core/background.ts";
import type { Log } from "#recorder/core/log.ts";
import type { ServerRows } from "./server-rows.ts";
import type { ServerState } from "./server-state.ts";

/** The cameras of a large server are a megabyte: not written each time one of them changes state. */
const SAVE_MS = 10_000;

interface SaverParts {
  readonly rows: Pick<ServerRows, "remember">;
  readonly log: Log;
  /** undefined: the server has been removed */
  readonly knownOf: (id: string) => ServerState | undefined;
}

export class ServerSaver {
  readonly #parts: SaverParts;
  /** ids of servers of which more is known than the store has */
  readonly #unsaved = new Set<string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: SaverParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => inBackground(this.#parts.log, "keeping what is known", this.save()), SAVE_MS);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  changed(id: string): void {
    this.#unsaved.add(id);
  }

  async save(): Promise<void> {
    const { rows, log, knownOf } = this.#parts;
    const ids = [...this.#unsaved];
    this.#unsaved.clear();
    for (const id of ids) {
      const known = knownOf(id);
      try {
        // Whoever takes the rows over writes what the others knew, too.
        if (known && !(await rows.remember(id, known))) this.#unsaved.add(id);
      } catch (error) {
        this.#unsaved.add(id);
        log.error({ err: error, server: id }, "what is known of a server could not be kept");
      }
    }
  }
}
