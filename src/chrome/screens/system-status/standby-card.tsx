/** Whose cameras this recorder records while they are away, and what it fetches back. Recorders of no group show nothing of it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useIntl } from "react-intl";
import { told } from "#actions/told.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { HealthLine, type HealthTone } from "#chrome/kit/feedback/health-line.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { DeleteDialog } from "#chrome/screens/administration/forms/delete-dialog.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { valueOf } from "#chrome/value-of.ts";
import { DEFAULT_GROUP } from "#domain/standby/group.ts";
import css from "./standby-card.module.css";

const RENEWED_MS = 5000;

export function StandbyCard() {
  const { system } = useAdministration();
  const intl = useIntl();
  const say = useText();
  const failureText = useFailureText();
  const shown = useShownTime();
  /** the owner whose cameras are to be kept: asked before */
  const [leaving, setLeaving] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ["standby"],
    queryFn: ({ signal }) => valueOf(system.standby(signal)),
    refetchInterval: ({ state }) => (state.data && state.data.role !== "none" ? RENEWED_MS : false),
  });
  const found = query.data;
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
  const left = standsInFor.find(({ id }) => id === leaving);
  return (
    <Card title={group === DEFAULT_GROUP ? say("standby.title") : say("standby.titleOf", { group })}>
      <p>
        <HealthLine tone={tone}>{words}</HealthLine>
      </p>
      {standsInFor.map(({ id, name, since, cameras }) => (
        <p key={id} className={css.line}>
          <HealthLine tone={role === "mirror" ? "good" : "warn"}>
            {say("standby.standsIn", { name, cameras, since: shown.second(since) })}
          </HealthLine>
          {role === "standby" ? (
            <Button size="small" onPress={() => setLeaving(id)}>
              {say("standby.adopt")}
            </Button>
          ) : null}
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
      {left ? (
        <DeleteDialog
          title={say("standby.adoptTitle", { name: left.name })}
          confirmLabel={say("standby.adoptConfirm")}
          onDelete={() => system.adopt(left.id)}
          onDeleted={() => {
            setLeaving(null);
            void query.refetch();
          }}
          onClose={() => setLeaving(null)}
        >
          <p>{say("standby.adoptWill", { name: left.name, cameras: left.cameras })}</p>
        </DeleteDialog>
      ) : null}
    </Card>
  );
}
