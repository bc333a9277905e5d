import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#chrome/kit/button/button.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import css from "../administration/forms/form.module.css";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import { Confirmed } from "./confirmed.tsx";
import { QueryState } from "#chrome/screens/administration/query-state.tsx";

/** Shows whether a parent product manages this server, and lets the user detach it. */
export function ParentCard() {
  const { license } = useAdministration();
  const say = useText();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: ["parent"], queryFn: ({ signal }) => valueOf(license.parent(signal)) });
  const [asks, setAsks] = useState(false);
  const parent = query.data ?? null;
  return (
    <Card
      title={say("activation.parent")}
      actions={
        parent ? (
          <Button tone="danger" onPress={() => setAsks(true)}>
            {say("activation.detach")}
          </Button>
        ) : null
      }
    >
      <QueryState of={query} loading={say("activation.parentLoading")} failed={say("activation.parentFailed")} />
      {query.isSuccess && parent === null ? <p className={css.muted}>{say("activation.parentNone")}</p> : null}
      {parent ? (
        <dl className={css.facts}>
          <dt>{say("activation.parentId")}</dt>
          <dd>{parent.description || parent.id}</dd>
          {parent.uri === "" ? null : (
            <>
              <dt>{say("activation.parentAddress")}</dt>
              <dd>{parent.uri}</dd>
            </>
          )}
        </dl>
      ) : null}
      {asks ? (
        <Confirmed
          title={say("activation.detach")}
          confirmLabel={say("activation.detachConfirm")}
          act={() => license.detach()}
          onClose={() => setAsks(false)}
          onDone={() => void queries.invalidateQueries({ queryKey: ["parent"] })}
        >
          {say("activation.detachText")}
        </Confirmed>
      ) : null}
    </Card>
  );
}
