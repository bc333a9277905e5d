import { isWatermarked, paintedName, paintedWatermark } from "#domain/accounts/watermark.ts";
import { can, type Identity } from "#recorder/core/identity.ts";
import type { SettingsStore } from "#recorder/core/settings-store.ts";

/** The watermark that is painted over pictures and exports of this user now; {} = none. */
export async function watermarkOf(
  { settings, now }: { readonly settings: Pick<SettingsStore, "get">; readonly now: () => number },
  who: Identity,
): Promise<{ readonly watermark?: string }> {
  const { watermark: rule } = await settings.get();
  if (!isWatermarked(rule, can(who, "config"))) return {};
  return { watermark: paintedWatermark(paintedName(who.username, who.userId), now()) };
}
