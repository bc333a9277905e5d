/** Above a camera's presets: who holds it, and its tour. */
import { IconPencil } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { Switch } from "#chrome/kit/field/switch.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { reasonOf, valueOf } from "#chrome/value-of.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import css from "./player-extras.module.css";
import { PtzHold } from "./ptz-hold.tsx";
import { PtzOwnTours } from "./ptz-own-tours.tsx";
import { PtzTourDialog, type TourPreset } from "./ptz-tour-dialog.tsx";

interface PtzTourLineProps {
  readonly camera: CameraFacts;
  readonly presets: readonly TourPreset[];
  readonly mayManage: boolean;
}

export function PtzTourLine({ camera, presets, mayManage }: PtzTourLineProps) {
  const { events } = useProduct();
  const { ptzTours } = useWorkspace();
  const say = useText();
  const queries = useQueryClient();
  const { id, orchidId } = camera;
  const queryKey = useMemo(() => ["ptz-tour", orchidId, id], [orchidId, id]);
  // Others take the camera, let it go, and change its tour.
  useEffect(() => events.on("ptz", () => void queries.invalidateQueries({ queryKey })), [events, queries, queryKey]);
  const [editing, setEditing] = useState(false);
  const tour = useQuery({ queryKey, queryFn: () => valueOf(ptzTours.read(camera)) });
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey });
  const onError = (error: Error): void => showToast({ text: reasonOf(error), tone: "bad" });
  const enable = useMutation({
    mutationFn: (enabled: boolean) => valueOf(ptzTours.enable(camera, enabled)),
    onSettled: refresh,
    onError,
  });
  const takeOver = useMutation({
    mutationFn: () => valueOf(ptzTours.takeOver(camera)),
    onSettled: refresh,
    onError,
  });
  const letGo = useMutation({ mutationFn: () => valueOf(ptzTours.letGo(camera)), onSettled: refresh, onError });
  // A server of before has neither.
  if (!tour.data) return null;
  const { stops, enabled, state, hold, at } = tour.data;
  const name = presets.find(({ token }) => token === at)?.name;
  return (
    <div className={css.tour} data-tour={state}>
      {hold ? (
        <PtzHold
          key={`${hold.user.name} ${tour.dataUpdatedAt}`}
          hold={hold}
          onTakeOver={() => takeOver.mutate()}
          onLetGo={() => letGo.mutate()}
        />
      ) : null}
      {stops.length > 0 ? (
        <Switch isSelected={enabled} isDisabled={enable.isPending} onChange={(next) => enable.mutate(next)}>
          {state === "runs" && name !== undefined
            ? say("ptz.tourAt", { name })
            : say(state === "waits" ? "ptz.tourWaits" : "ptz.tour")}
        </Switch>
      ) : null}
      {mayManage && presets.length > 1 ? (
        stops.length > 0 ? (
          <IconButton size="small" label={say("ptz.tourEdit")} onPress={() => setEditing(true)}>
            <IconPencil size={14} />
          </IconButton>
        ) : (
          <Button tone="quiet" size="small" onPress={() => setEditing(true)}>
            {say("ptz.tourNew")}
          </Button>
        )
      ) : null}
      <PtzOwnTours camera={camera} onChanged={() => void refresh()} />
      {editing ? (
        <PtzTourDialog
          presets={presets}
          tour={tour.data}
          ownTours={<PtzOwnTours camera={camera} onChanged={() => void refresh()} />}
          save={async (next) => {
            const saved = await ptzTours.save(camera, next);
            await refresh();
            return saved;
          }}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </div>
  );
}
