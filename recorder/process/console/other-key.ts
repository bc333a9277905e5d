/** What the report says when the key of the secrets is not the one that they were encrypted with. */
import { failure } from "#domain/failures/failure.ts";
import type { Journal } from "#recorder/core/journal.ts";
import type { Log } from "#recorder/core/log.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";
import type { Vault } from "#recorder/store/vault.ts";

const NAME = "secret-keys";

interface KeyParts {
  readonly settings: Pick<SettingsStore, "internal" | "setInternal">;
  readonly vault: Pick<Vault, "open" | "seal">;
  readonly journal: Pick<Journal, "event">;
  readonly log: Pick<Log, "error">;
}

/**
 * Each key leaves a mark in the database. A key that opens none of them is told once: cameras only say that their password is
 * wrong. The one before stays known, because it may be put back.
 */
export async function tellOtherKey({ settings, vault, journal, log }: KeyParts): Promise<void> {
  const marks = (await settings.internal(NAME))?.split("\n") ?? [];
  if (marks.some((mark) => vault.open(mark, NAME) !== null)) return;
  if (marks.length > 0) {
    log.error({}, "secret.key is not the key with which the secrets in the database are encrypted");
    await journal.event("Key Trouble", failure("event/key-other"));
  }
  await settings.setInternal(NAME, [...marks, vault.seal(NAME, NAME)].join("\n"));
}
