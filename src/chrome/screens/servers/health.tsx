import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { useIntl } from "react-intl";
import type { ServerEntry } from "#actions/administration/registered-server-actions.ts";
import { hasCode } from "#domain/failures/failure.ts";
import { type ServerTrouble, serverTroubles } from "#domain/servers/registered-servers.ts";
import { age } from "#domain/cameras/stream-status.ts";
import { HealthLine, type HealthTone } from "#chrome/kit/feedback/health-line.tsx";
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
    case "unrecorded":
      return trouble.failure;
    case "pending":
      return say("servers.pending");
    case "clock":
      return say("servers.clock", { seconds: Math.round(Math.abs(trouble.offsetMs) / 1000) });
  }
};

const tones: Readonly<Record<ServerTrouble["kind"], HealthTone>> = {
  unchecked: "warn",
  unavailable: "bad",
  degraded: "bad",
  unrecorded: "bad",
  pending: "warn",
  clock: "warn",
};

/** Cameras that another server records and shows meanwhile are missed by nobody. */
const toneOf = (trouble: ServerTrouble): HealthTone =>
  trouble.kind === "unavailable" && trouble.failure && hasCode(trouble.failure, "server/stood-in")
    ? "warn"
    : tones[trouble.kind];

/** Shows what is wrong with a server, or that nothing is, and when that was checked. */
export function Health({ server }: { readonly server: ServerEntry }) {
  const say = useText();
  const intl = useIntl();
  const nowMs = useServerNow(RENEWED_MS);
  const troubles = serverTroubles(server);
  const checked = age(server.lastChecked, nowMs);
  return (
    <span className={css.words}>
      {troubles.length === 0 ? <HealthLine tone="good">{say("servers.available")}</HealthLine> : null}
      {troubles.map((trouble) => (
        <HealthLine key={trouble.kind} tone={toneOf(trouble)}>
          <FailureWords of={words(say, trouble)} />
        </HealthLine>
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
