/** The tours that a camera keeps itself: they are begun and ended here, and changed on the camera's own page. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Switch } from "#chrome/kit/field/switch.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { reasonOf, valueOf } from "#chrome/value-of.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import css from "./player-extras.module.css";

interface PtzOwnToursProps {
  readonly camera: CameraFacts;
  /** a camera's own tour and ours exclude each other */
  readonly onChanged: () => void;
}

export function PtzOwnTours({ camera, onChanged }: PtzOwnToursProps) {
  const { ptzTours } = useWorkspace();
  const say = useText();
  const queries = useQueryClient();
  const { id, orchidId } = camera;
  const queryKey = useMemo(() => ["ptz-tour", orchidId, id, "own"], [orchidId, id]);
  const own = useQuery({ queryKey, queryFn: () => valueOf(ptzTours.own(camera)), retry: false });
  const run = useMutation({
    mutationFn: ({ token, runs }: { token: string; runs: boolean }) => valueOf(ptzTours.runOwn(camera, token, runs)),
    onSettled: () => {
      onChanged();
      return queries.invalidateQueries({ queryKey });
    },
    onError: (error) => showToast({ text: reasonOf(error), tone: "bad" }),
  });
  // A server of before knows none, and a camera that is away has nothing to say.
  if (!own.data || own.data.length === 0) return null;
  return (
    <fieldset className={css.ownTours} aria-label={say("ptz.ownTours")}>
      <span className={css.ownToursTitle} aria-hidden="true">
        {say("ptz.ownTours")}
      </span>
      {own.data.map(({ token, name, state }) => (
        <Switch
          key={token}
          isSelected={state !== "idle"}
          isDisabled={run.isPending}
          onChange={(runs) => run.mutate({ token, runs })}
        >
          {name}
        </Switch>
      ))}
    </fieldset>
  );
}
