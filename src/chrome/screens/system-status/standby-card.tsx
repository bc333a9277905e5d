/** Whose cameras this recorder records while they are away, and what it fetches back: a sentence for each. Recorders of no group show nothing of it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { StandbyFacts } from "#actions/administration/system-actions.ts";
import { reportedFailure } from "#actions/reported-failure.ts";
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

type Owner = StandbyFacts["owners"][number];

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
  /** One that has left the group is none of its owners any more. */
  const gone = standsInFor.filter(({ id }) => !found.owners.some((one) => one.id === id));
  const owners = [...found.owners, ...gone.map((one) => ({ ...one, isThere: false, standIn: "" }))];
  const groupLine = (): readonly [HealthTone, string] | null => {
    if (!isReached) return ["bad", say("standby.away")];
    if (owners.length > 0) return null;
    if (counterparts === null) return ["warn", say("standby.looking")];
    if (role !== "owner") return ["warn", say("standby.noOwner")];
    if (counterparts.length === 0) return ["bad", say("standby.alone")];
    return ["good", say("standby.owner", { names: intl.formatList(counterparts, { type: "disjunction" }) })];
  };
  const line = groupLine();
  const ownerLine = ({ id, name, isThere, cameras, standIn }: Owner): readonly [HealthTone, string] => {
    const stood = standsInFor.find((one) => one.id === id);
    if (stood && role === "standby")
      return ["warn", say("standby.standsIn", { name, cameras: stood.cameras, since: shown.second(stood.since) })];
    if (isThere || !isReached)
      return ["good", say(role === "mirror" ? "standby.mirrors" : "standby.ready", { name, cameras })];
    if (stood) return ["warn", say("standby.mirrorsAway", { name, cameras: stood.cameras })];
    if (cameras === 0) return ["warn", say("standby.noCameras", { name })];
    return standIn === ""
      ? ["bad", say("standby.uncovered", { name })]
      : ["warn", say("standby.elsewhere", { name, other: standIn })];
  };
  const isStood = ({ id }: Owner): boolean => standsInFor.some((one) => one.id === id);
  /** Whoever stands in for it keeps its cameras: a mirror only where nobody does. */
  const mayLeave = (one: Owner): boolean =>
    isReached && !one.isThere && (one.cameras === 0 || (isStood(one) && (role === "standby" || one.standIn === "")));
  const left = owners.find(({ id }) => id === leaving);
  const isEmpty = left?.cameras === 0;
  return (
    <Card title={group === DEFAULT_GROUP ? say("standby.title") : say("standby.titleOf", { group })}>
      {line ? (
        <p>
          <HealthLine tone={line[0]}>{line[1]}</HealthLine>
        </p>
      ) : null}
      {owners
        .filter((one) => isReached || isStood(one))
        .map((owner) => {
          const [tone, words] = ownerLine(owner);
          return (
            <p key={owner.id} className={css.line}>
              <HealthLine tone={tone}>{words}</HealthLine>
              {mayLeave(owner) ? (
                <Button size="small" onPress={() => setLeaving(owner.id)}>
                  {say(owner.cameras === 0 ? "standby.leave" : "standby.adopt")}
                </Button>
              ) : null}
            </p>
          );
        })}
      {fetching.map(({ name, files, reason, told: why }) => {
        const cause = reportedFailure(why, reason);
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
          title={say(isEmpty ? "standby.leaveTitle" : "standby.adoptTitle", { name: left.name })}
          confirmLabel={say(isEmpty ? "standby.leaveConfirm" : "standby.adoptConfirm")}
          onDelete={() => system.adopt(left.id)}
          onDeleted={() => {
            setLeaving(null);
            void query.refetch();
          }}
          onClose={() => setLeaving(null)}
        >
          <p>{say(isEmpty ? "standby.leaveWill" : "standby.adoptWill", { name: left.name, cameras: left.cameras })}</p>
        </DeleteDialog>
      ) : null}
    </Card>
  );
}
