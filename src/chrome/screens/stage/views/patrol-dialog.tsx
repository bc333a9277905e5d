/** Makes, changes or removes a patrol through the views of a fisheye. */
import { useState } from "react";
import { refuse } from "#domain/failures/failure.ts";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { PATROL_DWELL_DEFAULT_S, PATROL_GLIDE_DEFAULT_S, PATROL_STOPS_MAX } from "#domain/limits/dewarp.ts";
import { readDwell, readGlide, type StopRow } from "#domain/stage/patrol-draft.ts";
import { cameraKey } from "#state/camera-store.ts";
import { patrolStops } from "#state/stage/patrol-tile.ts";
import type { Patrol } from "#state/stage/view-store.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { PatrolStops } from "./patrol-stops.tsx";
import css from "./patrol.module.css";
import { SharedNameDialog } from "./shared-name-dialog.tsx";

export default function PatrolDialog({ onClose }: { readonly onClose: () => void }) {
  const { stores } = useProduct();
  const [asked] = useState(() => stores.dialogs.get().queue[0]);
  const patrol = useFacts(
    stores.views,
    ({ patrols }) => patrols.find(({ id }) => asked?.kind === "patrol" && id === asked.id) ?? null,
  );
  if (asked?.kind !== "patrol") return null;
  if (asked.ask === "new") return <PatrolForm camera={asked.id} patrol={null} onClose={onClose} />;
  if (!patrol) return null;
  if (asked.ask === "remove") return <RemovePatrol patrol={patrol} onClose={onClose} />;
  return <PatrolForm camera={cameraKey(patrol.camera)} patrol={patrol} onClose={onClose} />;
}

interface FormProps {
  /** `cameraKey` */
  readonly camera: string;
  /** null: a new one */
  readonly patrol: Patrol | null;
  readonly onClose: () => void;
}

function PatrolForm({ camera, patrol, onClose }: FormProps) {
  const { stores } = useProduct();
  const { patrols } = useWorkspace();
  const say = useText();
  const all = useFacts(stores.views, ({ list }) => list);
  const views = all.filter((view) => cameraKey(view.camera) === camera);
  const [glide, setGlide] = useState(String(patrol?.glideS ?? PATROL_GLIDE_DEFAULT_S));
  const [rows, setRows] = useState<readonly StopRow[]>(() =>
    (patrol
      ? patrolStops(stores.views.get(), patrol)
      : views.slice(0, PATROL_STOPS_MAX).map(({ id }) => ({ viewId: id, dwellS: PATROL_DWELL_DEFAULT_S }))
    ).map(({ viewId, dwellS }, key) => ({ key, target: viewId, typed: String(dwellS) })),
  );
  const glideS = readGlide(glide);
  const save = async (name: string, shared: boolean) => {
    if (!glideS.ok) return glideS;
    const stops: { viewId: string; dwellS: number }[] = [];
    for (const { target, typed } of rows) {
      const dwell = readDwell(typed);
      if (!dwell.ok) return dwell;
      stops.push({ viewId: target, dwellS: dwell.value });
    }
    const draft = { name, stops, glideS: glideS.value, shared };
    if (patrol) return patrols.change(patrol.id, draft);
    const of = stores.cameras.get().byKey[camera];
    return of ? patrols.create({ id: of.id, orchidId: of.orchidId }, draft) : refuse("camera/unknown");
  };
  return (
    <SharedNameDialog
      of="patrol"
      title={say(patrol ? "patrols.editTitle" : "patrols.newTitle")}
      camera={camera}
      before={patrol}
      taken={() => stores.views.get().patrols.map((each) => each.name)}
      save={save}
      onClose={onClose}
    >
      <PatrolStops
        title={say("patrols.stops")}
        addLabel={say("patrols.addView")}
        stopLabel="patrols.stop"
        rows={rows}
        targets={views.map(({ id, name: label }) => ({ id, label }))}
        onRows={setRows}
      />
      <div className={css.glide}>
        <TextField
          label={say("patrols.glide")}
          hint={say("patrols.glideHint")}
          inputMode="decimal"
          autoComplete="off"
          maxLength={7}
          value={glide}
          onChange={setGlide}
          {...(glideS.ok ? {} : { error: glideS.error })}
        />
      </div>
    </SharedNameDialog>
  );
}

function RemovePatrol({ patrol, onClose }: { readonly patrol: Patrol; readonly onClose: () => void }) {
  const { patrols } = useWorkspace();
  const say = useText();
  return (
    <RemoveDialog
      title={say("patrols.removeTitle")}
      text={say(patrol.shared ? "patrols.removeSharedText" : "patrols.removeText", { name: patrol.name })}
      remove={() => patrols.remove(patrol.id)}
      onClose={onClose}
    />
  );
}
