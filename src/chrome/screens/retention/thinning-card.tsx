/** Thinning out: its rule, how far it is, and what administrators do with it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { ThinningState } from "#actions/administration/thinning-actions.ts";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { Button } from "#chrome/kit/button/button.tsx";
import { HealthLine } from "#chrome/kit/feedback/health-line.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import { useReasonWords } from "#chrome/texts/use-reason-words.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import { roundDays } from "#domain/recordings/retention.ts";
import form from "../administration/forms/form.module.css";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";
import css from "./retention.module.css";

// Its lists to choose from take more to load than the card.
const ThinningDialog = chunk(() => import("./thinning-dialog.tsx"));

const THINNING = ["thinning"] as const;
const RENEWED_MS = 10_000;

export function ThinningCard({ cameras }: { readonly cameras: readonly AdminCamera[] }) {
  const { thinning: actions } = useAdministration();
  const say = useText();
  const queries = useQueryClient();
  const [open, setOpen] = useState<"set" | "stop" | null>(null);
  const found = useQuery({
    queryKey: THINNING,
    queryFn: ({ signal }) => valueOf(actions.state(signal)),
    // How far it is changes by itself.
    refetchInterval: ({ state }) => (state.data?.rule ? RENEWED_MS : false),
  }).data;
  // Another administrator may change the rule.
  useFollowed("servers", THINNING);
  // Servers that are older know nothing of it.
  if (!found) return null;
  const { rule } = found;
  const close = (): void => setOpen(null);
  const changed = (): void => {
    close();
    void queries.invalidateQueries({ queryKey: THINNING });
  };
  const buttons = (
    <span className={form.inline}>
      <Button size="small" onPress={() => setOpen("set")}>
        {say(rule === null ? "thinning.setUp" : "thinning.change")}
      </Button>
      {rule === null ? null : (
        <Button size="small" onPress={() => setOpen("stop")}>
          {say("thinning.stop")}
        </Button>
      )}
    </span>
  );
  return (
    <Card title={say("thinning.title")} actions={buttons}>
      {rule === null ? <p className={form.muted}>{say("thinning.none")}</p> : <Facts rule={rule} state={found} />}
      {open === "set" ? (
        <LatePart onClose={close}>
          <ThinningDialog before={rule} cameras={cameras} onClose={close} onSaved={changed} />
        </LatePart>
      ) : null}
      {open === "stop" ? (
        <FormDialog
          title={say("thinning.stopTitle")}
          submitLabel={say("thinning.stopConfirm")}
          valid
          onSubmit={() => actions.stop()}
          onDone={changed}
          onClose={close}
        >
          <p>{say("thinning.stopWill")}</p>
        </FormDialog>
      ) : null}
    </Card>
  );
}

function Facts({ rule, state }: { readonly rule: NonNullable<ThinningState["rule"]>; readonly state: ThinningState }) {
  const say = useText();
  const bytesWords = useBytesWords();
  const { what, afterDays, marginS, cameras } = rule;
  const words = say(`thinning.rule.${what}`, { days: roundDays(afterDays), seconds: marginS });
  const { files, stuck } = state;
  const reason = useReasonWords()(state.reason);
  return (
    <>
      <p>{cameras === null ? words : say("thinning.ruleOf", { words, count: cameras.length })}</p>
      <div className={css.health}>
        <HealthLine tone="good">{say("thinning.soFar", { files, freed: bytesWords(state.freedBytes) })}</HealthLine>
        {stuck === 0 ? null : <HealthLine tone="bad">{say("thinning.stuck", { stuck, reason })}</HealthLine>}
      </div>
    </>
  );
}
