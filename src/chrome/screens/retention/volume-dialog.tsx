/** Adds a volume (`volume` null), or changes one: role, reserve, weight, what it hands on. What a drain will do is said before it begins. */
import { useState } from "react";
import type { DiskVolume } from "#actions/administration/system-actions.ts";
import type { ManagedVolume, VolumeDoubt } from "#actions/administration/volume-actions.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import type { PickableServer } from "#domain/cameras/camera-picking.ts";
import { overChanges } from "#domain/changed-fields.ts";
import { BUCKET_WHATS } from "#domain/recordings/bucket.ts";
import { DEFAULT_WEIGHT, VOLUME_ROLES } from "#domain/recordings/volume.ts";
import {
  moveAfterDays,
  moveOnly,
  reserveBytes,
  shownReserve,
  type VolumeForm,
  volumeFaults,
  weightOf,
} from "#domain/recordings/volume-form.ts";
import css from "../administration/forms/form.module.css";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";
import { CameraField } from "./camera-field.tsx";

const DOUBTS: Readonly<Record<string, VolumeDoubt>> = { "volume/same-disk": "same-disk", "volume/foreign": "foreign" };

const PLACES = {
  "volume/name-taken": "name",
  "volume/former-name": "name",
  "volume/path-taken": "path",
  "volume/is-volume": "path",
  "volume/in-use": "path",
  "volume/no-folder": "path",
  "volume/not-folder": "path",
  "volume/not-writable": "path",
  "volume/no-answer": "path",
  "volume/full": "path",
} as const;

const roomOf = (volumes: readonly DiskVolume[]): number =>
  volumes.reduce((sum, one) => sum + Math.max(0, one.free - one.reserve), 0);

const formOf = (volume: ManagedVolume | null): VolumeForm => ({
  name: volume?.name ?? "",
  path: volume?.path ?? "",
  role: volume?.role ?? "record",
  reserveGb: shownReserve(volume?.reserve ?? 0),
  weight: String(volume?.weight ?? DEFAULT_WEIGHT),
  moveAfterDays: String(volume?.moveAfterDays ?? ""),
  moveWhat: volume?.moveOnly?.what ?? "all",
  moveCameras: volume?.moveOnly?.cameras ?? null,
});

export default function VolumeDialog(props: {
  readonly volume: ManagedVolume | null;
  /** the volume as it is now; null: it is new, or was taken away */
  readonly now: ManagedVolume | null;
  /** as they are used now */
  readonly used: readonly DiskVolume[];
  readonly cameras: PickableServer["cameras"];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const { volume, used } = props;
  const now = props.now ?? volume;
  const { volumes } = useAdministration();
  const say = useText();
  const bytesWords = useBytesWords();
  const isNew = volume === null;
  const [doubts, setDoubts] = useState<readonly VolumeDoubt[]>([]);
  const [accepted, setAccepted] = useState<readonly VolumeDoubt[]>([]);
  const form = useForm<VolumeForm>(
    () => formOf(volume),
    (typed) => volumeFaults(typed, isNew),
    isNew ? PLACES : {},
  );
  const { role } = form.values;
  const isOnly = moveOnly(form.values) !== null;
  const save = async () => {
    const values = volume ? overChanges(form.first, form.values, formOf(now)) : form.values;
    const { name, path, role: chosen } = values;
    const weight = weightOf(values);
    const days = moveAfterDays(values);
    const only = moveOnly(values);
    // A reserve that was not typed keeps its exact bytes.
    const reserve = now && values.reserveGb === shownReserve(now.reserve) ? now.reserve : reserveBytes(values);
    // Servers that are older refuse a field that they do not know.
    const hasDays = days !== null || now?.moveAfterDays !== undefined;
    const hasOnly = only !== null || now?.moveOnly !== undefined;
    if (volume)
      return volumes.change(volume.name, {
        role: chosen,
        reserve,
        weight,
        ...(hasDays ? { moveAfterDays: days } : {}),
        ...(hasOnly ? { moveOnly: only } : {}),
      });
    const done = await volumes.add({
      name: name.trim(),
      path: path.trim(),
      role: chosen,
      reserve,
      weight,
      ...(days === null ? {} : { moveAfterDays: days }),
      ...(only === null ? {} : { moveOnly: only }),
      accept: [...accepted],
    });
    const doubt = done.ok ? undefined : DOUBTS[done.error.code];
    if (doubt !== undefined) setDoubts((known) => [...new Set([...known, doubt])]);
    return done;
  };
  const roles = VOLUME_ROLES.filter((one) => !isNew || one !== "drain").map((id) => ({
    id,
    label: say(`volumes.role.${id}`),
  }));
  const held = used.find(({ name }) => name === volume?.name)?.archivesSize ?? 0;
  const others = used.filter((one) => one.name !== volume?.name && one.role !== "drain" && one.state === "ok");
  const room = roomOf(others);
  const keeping = others.filter((one) => one.role === "keep");
  return (
    <FormDialog
      title={isNew ? say("volumes.addTitle") : say("volumes.editTitle", { name: volume.name })}
      submitLabel={say(isNew ? "volumes.add" : "volumes.save")}
      valid={form.isValid}
      onSubmit={save}
      onDone={props.onSaved}
      onRefused={form.refused}
      onClose={props.onClose}
      now={formOf(props.now)}
    >
      {doubts.map((doubt) => (
        <Checkbox
          key={doubt}
          isSelected={accepted.includes(doubt)}
          onChange={(isOn) => setAccepted((known) => (isOn ? [...known, doubt] : known.filter((one) => one !== doubt)))}
        >
          {say(`volumes.accept.${doubt}`)}
        </Checkbox>
      ))}
      {isNew ? (
        <>
          <TextField {...form.field("name")} label={say("volumes.name")} autoComplete="off" />
          <TextField
            {...form.field("path")}
            label={say("volumes.path")}
            hint={say("volumes.pathHint")}
            autoComplete="off"
          />
        </>
      ) : (
        <p className={css.small}>{volume.path}</p>
      )}
      <div>
        <Select
          label={say("volumes.role")}
          options={roles}
          value={role}
          onChange={(chosen) => form.change({ role: chosen })}
        />
        <p className={css.small}>{say(`volumes.roleHint.${role}`)}</p>
      </div>
      {role === "drain" ? (
        <Notice tone={room < held ? "warn" : "info"}>
          {say(room < held ? "volumes.drainTight" : "volumes.drainWill", {
            held: bytesWords(held),
            room: bytesWords(room),
          })}
        </Notice>
      ) : null}
      {role === "record" ? (
        <>
          <TextField
            {...form.field("moveAfterDays")}
            label={say("volumes.moveAfterDays")}
            hint={say("volumes.moveAfterDaysHint")}
            inputMode="decimal"
          />
          {form.values.moveAfterDays.trim() === "" ? null : (
            <>
              <Select
                label={say("volumes.moveWhat")}
                options={BUCKET_WHATS.map((id) => ({ id, label: say(`bucket.what.${id}`) }))}
                value={form.values.moveWhat}
                onChange={(chosen) => form.change({ moveWhat: chosen })}
              />
              <CameraField
                cameras={props.cameras}
                chosen={form.values.moveCameras}
                onChange={(chosen) => form.change({ moveCameras: chosen })}
              />
            </>
          )}
          {form.values.moveAfterDays.trim() === "" ? null : (
            <Notice tone={keeping.length === 0 ? "warn" : "info"}>
              {keeping.length === 0
                ? say("volumes.onwardNowhere")
                : say(isOnly ? "volumes.onwardWillOnly" : "volumes.onwardWill", {
                    names: keeping.map(({ name }) => name).join(", "),
                    room: bytesWords(roomOf(keeping)),
                  })}
            </Notice>
          )}
        </>
      ) : null}
      <TextField
        {...form.field("reserveGb")}
        label={say("volumes.reserve")}
        hint={say("volumes.reserveHint")}
        inputMode="decimal"
      />
      <TextField
        {...form.field("weight")}
        label={say("volumes.weight")}
        hint={say("volumes.weightHint")}
        inputMode="decimal"
      />
    </FormDialog>
  );
}
