/** The archive in a bucket of an S3 service: how it is, what is there, and what administrators do with it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { BucketState } from "#actions/administration/bucket-actions.ts";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { Button } from "#chrome/kit/button/button.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import form from "../administration/forms/form.module.css";
import { BucketFacts } from "./bucket-facts.tsx";
import { BucketStopDialog } from "./bucket-stop-dialog.tsx";

// Its lists to choose from take more to load than the card.
const BucketDialog = chunk(() => import("./bucket-dialog.tsx"));

const BUCKET = ["bucket"] as const;
const RENEWED_MS = 10_000;
type Open = "set" | "restore" | "release" | "stop";

export function BucketCard({ cameras }: { readonly cameras: readonly AdminCamera[] }) {
  const { bucket: actions } = useAdministration();
  const say = useText();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const found = useQuery({
    queryKey: BUCKET,
    queryFn: ({ signal }) => valueOf(actions.state(signal)),
    // What is there and what waits changes by itself.
    refetchInterval: ({ state }) => (state.data?.bucket ? RENEWED_MS : false),
  }).data;
  // The service does not answer any more, or does again.
  useFollowed("servers", BUCKET);
  // Servers that are older know nothing of it.
  if (!found) return null;
  const { bucket } = found;
  const close = (): void => setOpen(null);
  const changed = (): void => {
    close();
    void queries.invalidateQueries({ queryKey: BUCKET });
  };
  return (
    <Card title={say("bucket.title")} actions={<Buttons state={found} onOpen={setOpen} />}>
      {bucket === null ? (
        <p className={form.muted}>{say("bucket.none")}</p>
      ) : (
        <BucketFacts bucket={bucket} state={found} />
      )}
      {open === "set" ? (
        <LatePart onClose={close}>
          <BucketDialog before={bucket} cameras={cameras} onClose={close} onSaved={changed} />
        </LatePart>
      ) : null}
      {open === "restore" && bucket ? (
        <FormDialog
          title={say("bucket.restoreTitle")}
          submitLabel={say("bucket.restoreBegin")}
          valid
          onSubmit={() => actions.restore()}
          onDone={changed}
          onClose={close}
        >
          <p>{say("bucket.restoreWill", { bucket: bucket.bucket })}</p>
        </FormDialog>
      ) : null}
      {open === "release" ? (
        <FormDialog
          title={say("bucket.releaseTitle")}
          submitLabel={say("bucket.releaseBegin")}
          valid
          onSubmit={() => actions.release()}
          onDone={changed}
          onClose={close}
        >
          <p>{say("bucket.releaseWill", { objects: found.found })}</p>
        </FormDialog>
      ) : null}
      {open === "stop" && bucket ? (
        <BucketStopDialog bucket={bucket.bucket} onStopped={changed} onClose={close} />
      ) : null}
    </Card>
  );
}

function Buttons(props: { readonly state: BucketState; readonly onOpen: (what: Open) => void }) {
  const { state, onOpen } = props;
  const say = useText();
  if (state.bucket === null)
    return (
      <Button size="small" onPress={() => onOpen("set")}>
        {say("bucket.setUp")}
      </Button>
    );
  return (
    <span className={form.inline}>
      <Button size="small" onPress={() => onOpen("set")}>
        {say("bucket.change")}
      </Button>
      <Button size="small" isDisabled={state.restore?.isRunning === true} onPress={() => onOpen("restore")}>
        {say("bucket.restore")}
      </Button>
      {state.found > 0 ? (
        <Button size="small" onPress={() => onOpen("release")}>
          {say("bucket.release")}
        </Button>
      ) : null}
      <Button size="small" onPress={() => onOpen("stop")}>
        {say("bucket.stop")}
      </Button>
    </span>
  );
}
