import { useIntl } from "react-intl";
import type { OrchidEntry } from "#actions/orchid-actions.ts";
import { type OrchidTrouble, orchidTroubles } from "#domain/orchids.ts";
import { age } from "#domain/stream-status.ts";
import { classes } from "#chrome/kit/classes.ts";
import { useServerNow } from "#chrome/screens/administration/use-server-now.ts";
import { Said } from "#chrome/texts/said.tsx";
import { type Say, useText } from "#chrome/texts/use-text.ts";
import css from "./servers.module.css";

const RENEWED_MS = 5_000;

const words = (say: Say, trouble: OrchidTrouble): string => {
  switch (trouble.kind) {
    case "unchecked":
      return say("orchids.unchecked");
    case "unavailable":
      return trouble.reason === "" ? say("servers.unavailable") : trouble.reason;
    case "degraded":
      return say("orchids.degraded");
    case "pending":
      return say("orchids.pending");
    case "clock":
      return say("orchids.clock", { seconds: Math.round(Math.abs(trouble.offsetMs) / 1000) });
  }
};

/** What is wrong with a server, or that nothing is, and when that was seen. */
export function Health({ server }: { readonly server: OrchidEntry }) {
  const say = useText();
  const intl = useIntl();
  const nowMs = useServerNow(RENEWED_MS);
  const troubles = orchidTroubles(server);
  const checked = age(server.lastChecked, nowMs);
  const worst = troubles[0]?.kind;
  const isBad = worst === "unavailable" || worst === "degraded";
  return (
    <span className={css.health}>
      <span
        className={classes(css.dot, isBad ? css.bad : worst === undefined ? css.good : css.warn)}
        aria-hidden="true"
      />
      <span className={css.words}>
        {troubles.length === 0 ? say("servers.available") : null}
        {troubles.map((trouble) => (
          <span key={trouble.kind} className={classes(trouble.kind === "unavailable" && css.badText)}>
            <Said>{words(say, trouble)}</Said>
          </span>
        ))}
        {checked ? (
          <span className={css.small}>
            {say("orchids.checked", { ago: intl.formatRelativeTime(-checked.count, checked.unit, { style: "short" }) })}
          </span>
        ) : null}
      </span>
    </span>
  );
}
