import type { Wording } from "#chrome/texts/use-failure-text.ts";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { ServerEntry } from "#actions/administration/registered-server-actions.ts";
import { type ServerTrouble, serverTroubles } from "#domain/servers/registered-servers.ts";
import { age } from "#domain/cameras/stream-status.ts";
import { classes } from "#chrome/kit/classes.ts";
import { useServerNow } from "#chrome/screens/administration/use-server-now.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { type Say, useText } from "#chrome/texts/use-text.ts";
import css from "./servers.module.css";

const RENEWED_MS = 5_000;

const words = (say: Say, trouble: ServerTrouble): Wording => {
  switch (trouble.kind) {
    case "unchecked":
      return say("servers.unchecked");
    case "unavailable":
      return trouble.failure ?? say("servers.unavailable");
    case "degraded":
      return say("servers.degraded");
    case "pending":
      return say("servers.pending");
    case "clock":
      return say("servers.clock", { seconds: Math.round(Math.abs(trouble.offsetMs) / 1000) });
  }
};

type Tone = "good" | "warn" | "bad";
const tones: Readonly<Record<ServerTrouble["kind"], Tone>> = {
  unchecked: "warn",
  unavailable: "bad",
  degraded: "bad",
  pending: "warn",
  clock: "warn",
};

function Line({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={classes(css.line, tone === "bad" && css.badText)}>
      <span className={classes(css.dot, css[tone])} aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}

/** Shows what is wrong with a server, or that nothing is, and when that was checked. */
export function Health({ server }: { readonly server: ServerEntry }) {
  const say = useText();
  const intl = useIntl();
  const nowMs = useServerNow(RENEWED_MS);
  const troubles = serverTroubles(server);
  const checked = age(server.lastChecked, nowMs);
  return (
    <span className={css.words}>
      {troubles.length === 0 ? <Line tone="good">{say("servers.available")}</Line> : null}
      {troubles.map((trouble) => (
        <Line key={trouble.kind} tone={tones[trouble.kind]}>
          <FailureWords of={words(say, trouble)} />
        </Line>
      ))}
      {checked ? (
        <span className={css.small}>
          {say("servers.checked", {
            ago: intl.formatRelativeTime(-checked.count, checked.unit, { style: "short", numeric: "auto" }),
          })}
        </span>
      ) : null}
    </span>
  );
}
