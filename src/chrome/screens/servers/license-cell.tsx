import { useIntl } from "react-intl";
import { licenseEnd } from "#domain/servers/orchids.ts";
import { useServerNow } from "#chrome/screens/administration/use-server-now.ts";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./servers.module.css";

const RENEWED_MS = 60_000;

/** The day on which a server's licence expires; N/A where it does not. */
export function LicenseCell({ expiresMs }: { readonly expiresMs: number | null }) {
  const say = useText();
  const intl = useIntl();
  const end = licenseEnd(expiresMs, useServerNow(RENEWED_MS));
  if (end.kind === "unknown") return "–";
  if (end.kind === "endless") return say("orchids.noEnd");
  return (
    <span className={css.words}>
      {intl.formatDate(end.atMs, { dateStyle: "medium" })}
      {end.isOver ? <span className={css.badText}>{say("activation.expired")}</span> : null}
    </span>
  );
}
