/** Commands that work on the data of a server and end: backup, restore, whether the audit is whole. */
import { dirname, join, resolve } from "node:path";
import { HELD } from "#recorder/backup/manifest.ts";
import { lookIntoBackup } from "#recorder/backup/read-backup.ts";
import { restoreBackup } from "#recorder/backup/restore-backup.ts";
import { writeBackup } from "#recorder/backup/write-backup.ts";
import { readBuildInfo } from "#recorder/config/build-info.ts";
import { databaseOf } from "#recorder/config/config.ts";
import type { Config } from "#recorder/config/config-shape.ts";
import type { Fault } from "#recorder/core/audit/audit-chain.ts";
import { Journal } from "#recorder/core/journal.ts";
import { openLog } from "#recorder/core/log.ts";
import { stateOf } from "#recorder/store/sqlite-file.ts";
import { StartRefused } from "#recorder/store/start-refused.ts";
import { schemaState, type Store } from "#recorder/store/store.ts";
import { Vault } from "#recorder/store/vault.ts";
import { atConsole } from "./at-console.ts";

const FAULTS_SHOWN = 20;

/** Lines for whoever asked. */
export async function backup(config: Config, scriptDir: string, to: string): Promise<readonly string[]> {
  const { version } = readBuildInfo(scriptDir);
  const written = await writeBackup(config, version, to, Date.now());
  const { file } = databaseOf(config);
  // A schema that a running server of another release uses is not changed under it.
  const hasKey = written.names.includes(HELD.key);
  // Without its key the audit's end cannot be sealed, and a new key would hide that the old one is gone.
  if (hasKey && stateOf(file).kind === "sound" && (await schemaState(file)) === "same")
    await atConsole(config, ({ journal }) =>
      journal.audit(null, "backup-written", "", "console", { file: written.file, bytes: written.bytes }),
    );
  return [
    `Written: ${written.file} (${written.bytes} bytes) with ${written.names.join(", ")}.`,
    hasKey
      ? "Keep it like a password: the key in it opens the passwords of all cameras."
      : `There is no ${HELD.key} in ${config.data}: the passwords of cameras cannot be read again from this backup. Put the file back from an older one.`,
  ];
}

/** The settings in a backup, for a data folder that has none of its own. */
export async function settingsInBackup(file: string): Promise<string | null> {
  return (await lookIntoBackup(file)).config;
}

export async function restore(config: Config, file: string, replaces: boolean): Promise<readonly string[]> {
  const nowMs = Date.now();
  const note = async (store: Store, folder: string): Promise<void> => {
    const { log, close } = openLog({ ...config, data: folder, log: { ...config.log, console: "none" } });
    const journal = new Journal(store, log, () => nowMs, undefined, { sealer: Vault.open(join(folder, "secret.key")) });
    await journal.audit(null, "backup-restored", "", "console", { file: resolve(file) });
    await journal.close();
    close();
  };
  const { manifest, names, aside, keptIndex } = await restoreBackup(config, { file, replaces, nowMs, note });
  const lines = [
    `Restored into ${config.data}: ${names.join(", ")} of ${new Date(manifest.createdMs).toISOString()}.`,
    "Everybody signs in again. Start the server now.",
  ];
  if (keptIndex) lines.push(`The index of recordings in ${config.recordings} was kept: it is newer than the backup.`);
  if (aside !== null) lines.push(`What was there before is in ${aside}.`);
  return lines;
}

/** `isWhole` false: something was changed. */
export async function verifyAudit(
  config: Config,
): Promise<{ readonly isWhole: boolean; readonly lines: readonly string[] }> {
  const { file, url } = databaseOf(config);
  if (url === "") {
    const state = stateOf(file);
    if (state.kind !== "sound")
      throw new StartRefused(
        `There is no database in ${dirname(file)} that can be read: name the data folder with --data.`,
      );
    if ((await schemaState(file)) !== "same")
      throw new StartRefused(`${file} was written by another release: start the server of this release once.`);
  }
  return atConsole(config, async ({ journal }) => {
    const { faults, entries, head } = await journal.trail.verify();
    const removed = head?.removed_seq ?? 0;
    const counted = `${entries} entries, from number ${removed + 1} on`;
    const older = removed === 0 ? "" : ` Those up to number ${removed} were removed for their age.`;
    if (faults.length === 0) return { isWhole: true, lines: [`The audit is whole: ${counted}.${older}`] };
    return {
      isWhole: false,
      lines: [
        `The audit is NOT whole: ${faults.length} places in ${counted}.${older}`,
        ...faults.slice(0, FAULTS_SHOWN).map((fault) => `  ${sentenceOf(fault)}`),
        ...(faults.length > FAULTS_SHOWN ? [`  and ${faults.length - FAULTS_SHOWN} more`] : []),
      ],
    };
  });
}

function sentenceOf({ kind, seq, whenMs }: Fault): string {
  const at = `number ${seq}${whenMs === null ? "" : ` (${new Date(whenMs).toISOString()})`}`;
  switch (kind) {
    case "changed":
      return `${at} is not what was written, or the one before it is not`;
    case "missing":
      return `before ${at} entries are missing`;
    case "added":
      return `${at} was not written by the server`;
    case "beginning":
      return `at the beginning, before ${at}, entries are missing`;
    case "end":
      return `at the end, from ${at} on, entries are missing or changed`;
    case "head":
      return "the sealed record of the chain's end was changed or removed, or secret.key is another one";
  }
}
