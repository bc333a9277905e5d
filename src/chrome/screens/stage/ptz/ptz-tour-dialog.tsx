/** The list of a camera's tour: the same list as of a patrol, of presets. */
import { type ReactNode, useState } from "react";
import type { Result } from "#base/result.ts";
import { FormFrame } from "#chrome/kit/dialog/form-frame.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { PATROL_DWELL_DEFAULT_S, PATROL_STOPS_MAX } from "#domain/limits/dewarp.ts";
import { readDwell, type StopRow } from "#domain/stage/patrol-draft.ts";
import panel from "../panel/panel.module.css";
import { PatrolStops } from "../views/patrol-stops.tsx";
import css from "./player-extras.module.css";

export interface TourPreset {
  readonly token: string;
  readonly name: string;
}
interface Tour {
  readonly stops: { readonly token: string; readonly dwellS: number }[];
  readonly enabled: boolean;
}

export function PtzTourDialog(props: {
  readonly presets: readonly TourPreset[];
  readonly tour: Tour;
  /** those that the camera keeps itself */
  readonly ownTours?: ReactNode;
  readonly save: (tour: Tour) => Promise<Result<unknown, Failure>>;
  readonly onClose: () => void;
}) {
  const { presets, tour, onClose } = props;
  const say = useText();
  const [rows, setRows] = useState<readonly StopRow[]>(() => {
    const known = tour.stops.filter(({ token }) => presets.some((preset) => preset.token === token));
    const first = presets.slice(0, PATROL_STOPS_MAX).map(({ token }) => ({ token, dwellS: PATROL_DWELL_DEFAULT_S }));
    return (tour.stops.length > 0 ? known : first).map(({ token, dwellS }, key) => ({
      key,
      target: token,
      typed: String(dwellS),
    }));
  });
  const [enabled, setEnabled] = useState(tour.stops.length === 0 || tour.enabled);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [processing, setProcessing] = useState(false);
  const save = async (): Promise<void> => {
    const stops: Tour["stops"] = [];
    for (const { target, typed } of rows) {
      const dwell = readDwell(typed);
      if (!dwell.ok) return setFailure(dwell.error);
      stops.push({ token: target, dwellS: dwell.value });
    }
    setProcessing(true);
    const saved = await props.save({ stops, enabled: enabled && stops.length > 0 });
    setProcessing(false);
    if (saved.ok) onClose();
    else setFailure(saved.error);
  };
  return (
    <FormFrame
      title={say("ptz.tourTitle")}
      submitLabel={say("ptz.save")}
      cancelLabel={say("app.cancel")}
      canSubmit
      processing={processing}
      onSubmit={save}
      onClose={onClose}
      formClass={panel.form ?? ""}
    >
      {props.ownTours}
      <PatrolStops
        title={say("ptz.tourStops")}
        addLabel={say("ptz.tourAdd")}
        stopLabel="ptz.tourStop"
        rows={rows}
        targets={presets.map(({ token, name }) => ({ id: token, label: name }))}
        onRows={setRows}
      />
      <Checkbox isSelected={enabled} onChange={setEnabled}>
        {say("ptz.tourRun")}
      </Checkbox>
      {failure ? (
        <p role="alert" className={css.failure}>
          <FailureWords of={failure} />
        </p>
      ) : null}
    </FormFrame>
  );
}
