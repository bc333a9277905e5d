/** What a backup says of itself: the first file in it. */
import * as z from "zod/mini";
import type { Config } from "#recorder/config/config-shape.ts";

export const MANIFEST = "manifest.json";
export const FORMAT = 1;

/** The only names that a backup holds. */
export const HELD = {
  database: { recorder: "recorder.db", aggregator: "aggregator.db" },
  index: "recordings.db",
  key: "secret.key",
  signing: "export-signing.pem",
  config: "config.json",
} as const;

export const databaseName = ({ edition }: Pick<Config, "edition">): string =>
  edition === "aggregator" ? HELD.database.aggregator : HELD.database.recorder;

export const manifest = z.object({
  format: z.literal("proscenium-backup"),
  version: z.literal(FORMAT),
  edition: z.enum(["standalone", "aggregator"]),
  /** of the program that wrote it */
  release: z.string(),
  createdMs: z.number(),
  files: z.partialRecord(
    z.enum([...Object.values(HELD.database), HELD.index, HELD.key, HELD.signing, HELD.config]),
    z.object({ bytes: z.int().check(z.nonnegative()), sha256: z.string() }),
  ),
});
export type Manifest = z.infer<typeof manifest>;
export type HeldName = keyof Manifest["files"];
