/** Whose cameras this recorder records while they are away, and what it fetches back. Recorders of no group show nothing of it. */
import { useQuery } from "@tanstack/react-query";
import { useIntl } from "react-intl";
import { told } from "#actions/told.ts";
import { HealthLine, type HealthTone } from "#chrome/kit/feedback/health-line.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { valueOf } from "#chrome/value-of.ts";
import { DEFAULT_GROUP } from "#domain/standby/group.ts";

const RENEWED_MS = 5000;

export function StandbyCard() {
  const { system } = useAdministration();
  const intl = useIntl();
  const say = useText();
  const failureText = useFailureText();
  const shown = useShownTime();
  const found = useQuery({
    queryKey: ["standby"],
    queryFn: ({ signal }) => valueOf(system.standby(signal)),
    refetchInterval: ({ state }) => (state.data && state.data.role !== "none" ? RENEWED_MS : false),
  }).data;
  if (!found || found.role === "none") return null;
  const { role, group, isReached, counterparts, standsInFor, fetching } = found;
  const roleLine = (): readonly [HealthTone, string] => {
    if (!isReached) return ["bad", say("standby.away")];
    if (counterparts === null) return ["warn", say("standby.looking")];
    const count = counterparts.length;
    if (count === 0) return role === "owner" ? ["bad", say("standby.alone")] : ["warn", say("standby.noOwner")];
    const names = intl.formatList(counterparts, { type: role === "owner" ? "disjunction" : "conjunction" });
    return ["good", say(`standby.${role}`, { names, count })];
  };
  const [tone, words] = roleLine();
  return (
    <Card title={group === DEFAULT_GROUP ? say("standby.title") : say("standby.titleOf", { group })}>
      <p>
        <HealthLine tone={tone}>{words}</HealthLine>
      </p>
      {standsInFor.map(({ id, name, since, cameras }) => (
        <p key={id}>
          <HealthLine tone={role === "mirror" ? "good" : "warn"}>
            {say("standby.standsIn", { name, cameras, since: shown.second(since) })}
          </HealthLine>
        </p>
      ))}
      {fetching.map(({ name, files, reason, told: why }) => {
        const cause = told(why, reason);
        return (
          <p key={name}>
            <HealthLine tone={cause === null ? "good" : "bad"}>
              {cause === null
                ? say("standby.fetching", { name, files })
                : say("standby.stuck", { name, cause: failureText(cause) })}
            </HealthLine>
          </p>
        );
      })}
    </Card>
  );
}
