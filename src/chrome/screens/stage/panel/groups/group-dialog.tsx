/** The dialog of a camera group: its name, the group that it stands in, its cameras. */
import { memo, useCallback, useMemo, useState } from "react";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { SearchField } from "#chrome/kit/field/search-field.tsx";
import { GroupPlace, useGroupNameHint } from "#chrome/group-place.tsx";
import { useGrowing } from "#chrome/kit/table/use-growing.ts";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useCameraNames } from "#chrome/use-camera-name.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { CameraGroup } from "#domain/cameras/camera-groups.ts";
import { filterCameras } from "#domain/panel.ts";
import { cameraKey } from "#state/camera-store.ts";
import css from "./groups.module.css";
import { NameDialog } from "#chrome/screens/stage/name-dialog.tsx";

export default function GroupDialog(props: {
  /** null: a new group */
  readonly group: CameraGroup | null;
  /** the initial parent of a new group */
  readonly parentId: string | null;
  readonly onClose: () => void;
}) {
  const { group, onClose } = props;
  const { stores } = useProduct();
  const { groups: verbs } = useWorkspace();
  const say = useText();
  const groups = useFacts(stores.groups, (facts) => facts.groups);
  const byKey = useFacts(stores.cameras, (facts) => facts.byKey);
  const order = useFacts(stores.cameras, (facts) => facts.order);
  const nameOf = useCameraNames();
  // The group as it was when the dialog opened: a save must not undo the change of another user.
  const [before] = useState(group);
  const [name, setName] = useState(group?.name ?? "");
  const [parentId, setParentId] = useState(group ? group.parentId : props.parentId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set((group?.cameras ?? []).map(cameraKey)));
  const [search, setSearch] = useState("");

  const cameras = useMemo(() => order.flatMap((key) => byKey[key] ?? []), [order, byKey]);
  const found = useMemo(() => filterCameras(cameras, [], search), [cameras, search]);
  const count = useGrowing(found.length);
  const choose = useCallback(
    (key: string, on: boolean): void =>
      setChosen((before) => {
        const next = new Set(before);
        if (on) next.add(key);
        else next.delete(key);
        return next;
      }),
    [],
  );
  const save = () => {
    const known = new Set(cameras.map(cameraKey));
    // Cameras of servers that have not reported any yet are not in the list of choices, but they stay in the group.
    const told = new Set(cameras.map(({ orchidId }) => orchidId));
    const had = before?.cameras ?? [];
    const stay = had.filter((each) => {
      const key = cameraKey(each);
      return told.has(each.orchidId) ? known.has(key) && chosen.has(key) : true;
    });
    const there = new Set(stay.map(cameraKey));
    const come = cameras
      .filter((camera) => chosen.has(cameraKey(camera)) && !there.has(cameraKey(camera)))
      .map(({ id, orchidId }) => ({ id, orchidId }));
    return verbs.save(before?.id ?? null, { name: name.trim(), parentId, cameras: [...stay, ...come] }, before);
  };

  return (
    <NameDialog
      title={say(group ? "groups.editTitle" : "groups.new")}
      label={say("groups.name")}
      saveLabel={say("groups.save")}
      name={name}
      onName={setName}
      hint={useGroupNameHint(groups, group, name)}
      problem={name.trim() === "" ? say("groups.nameRequired") : null}
      onSave={save}
      onSaved={onClose}
      onClose={onClose}
    >
      <GroupPlace groups={groups} group={group} parentId={parentId} onChange={setParentId} />
      <fieldset className={css.choice}>
        <legend>{say("groups.cameras")}</legend>
        <SearchField label={say("panel.search")} value={search} onChange={setSearch} />
        <div className={css.cameras}>
          {found.slice(0, count).map((camera) => {
            const key = cameraKey(camera);
            return (
              <CameraChoice
                key={key}
                camera={key}
                name={nameOf(key) ?? camera.name}
                isChosen={chosen.has(key)}
                onChoose={choose}
              />
            );
          })}
        </div>
        <p className={css.chosen}>{say("groups.chosen", { count: chosen.size })}</p>
      </fieldset>
    </NameDialog>
  );
}

/** It renders again only when it changes itself, because there may be thousands. */
const CameraChoice = memo(function CameraChoice(props: {
  readonly camera: string;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: (camera: string, on: boolean) => void;
}) {
  const { camera, name, isChosen, onChoose } = props;
  return (
    <Checkbox isSelected={isChosen} onChange={(on) => onChoose(camera, on)}>
      {name}
    </Checkbox>
  );
});
