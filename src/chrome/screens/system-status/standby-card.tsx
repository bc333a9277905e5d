/** Whose cameras this recorder records while they are away, and what it fetches back. Recorders of no group show nothing of it. */
import { useQuery } from "@tanstack/react-query";
import { HealthLine } from "#chrome/kit/feedback/health-line.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { valueOf } from "#chrome/value-of.ts";

const RENEWED_MS = 5000;

export function StandbyCard() {
  const { system } = useAdministration();
  const say = useText();
  const shown = useShownTime();
  const found = useQuery({
    queryKey: ["standby"],
    queryFn: ({ signal }) => valueOf(system.standby(signal)),
    refetchInterval: ({ state }) => (state.data && state.data.role !== "none" ? RENEWED_MS : false),
  }).data;
  if (!found || found.role === "none") return null;
  const { role, group, isReached, standsInFor, fetching } = found;
  return (
    <Card title={say("standby.title", { group })}>
      <p>
        <HealthLine tone={isReached ? "good" : "bad"}>{say(isReached ? `standby.${role}` : "standby.away")}</HealthLine>
      </p>
      {standsInFor.map(({ id, name, since, cameras }) => (
        <p key={id}>
          <HealthLine tone={role === "mirror" ? "good" : "warn"}>
            {say("standby.standsIn", { name, cameras, since: shown.second(since) })}
          </HealthLine>
        </p>
      ))}
      {fetching.map(({ name, files, reason }) => (
        <p key={name}>
          <HealthLine tone={reason === "" ? "good" : "bad"} detail={reason === "" ? undefined : reason}>
            {say(reason === "" ? "standby.fetching" : "standby.stuck", { name, files })}
          </HealthLine>
        </p>
      ))}
    </Card>
  );
}
