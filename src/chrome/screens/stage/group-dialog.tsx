/** The dialog of a camera group: its name, the group that it stands in, its cameras. */
import { useEffect, useMemo, useRef, useState } from "react";
import { Form } from "react-aria-components/Form";
import { Button } from "#chrome/kit/button.tsx";
import { Checkbox } from "#chrome/kit/checkbox.tsx";
import { Dialog } from "#chrome/kit/dialog.tsx";
import { SearchField } from "#chrome/kit/search-field.tsx";
import { Select } from "#chrome/kit/select.tsx";
import { TextField } from "#chrome/kit/text-field.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { type CameraGroup, mayStandIn, pathToGroup } from "#domain/camera-groups.ts";
import { filterCameras } from "#domain/panel.ts";
import { cameraKey } from "#state/camera-store.ts";
import css from "./groups.module.css";

const FORM = "group-form";
const HOME = "home";

export function GroupDialog(props: {
  /** null: a new one */
  readonly group: CameraGroup | null;
  /** where a new one stands at first */
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
  const [name, setName] = useState(group?.name ?? "");
  const [parentId, setParentId] = useState(group ? group.parentId : props.parentId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set((group?.cameras ?? []).map(cameraKey)));
  const [search, setSearch] = useState("");
  const [touched, setTouched] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [processing, setProcessing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // The name is what the dialog is for.
  useEffect(() => field.current?.select(), []);

  const cameras = useMemo(() => order.flatMap((key) => byKey[key] ?? []), [order, byKey]);
  const found = useMemo(() => filterCameras(cameras, [], search), [cameras, search]);
  const places = [
    { id: HOME, label: say("groups.home") },
    ...groups
      .filter((each) => mayStandIn(groups, group?.id ?? null, each.id) === "yes")
      .map((each) => ({
        id: each.id,
        label: pathToGroup(groups, each.id)
          .map((step) => step.name)
          .join(" › "),
      }))
      .sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true })),
  ];
  const problem = name.trim() === "" ? say("groups.nameRequired") : null;
  const error = failure ?? (touched ? problem : null);

  const save = async (): Promise<void> => {
    setTouched(true);
    if (processing || problem !== null) return;
    setProcessing(true);
    const inGroup = cameras.filter((camera) => chosen.has(cameraKey(camera)));
    const saved = await verbs.save(group?.id ?? null, {
      name: name.trim(),
      parentId,
      cameras: inGroup.map(({ id, orchidId }) => ({ id, orchidId })),
    });
    setProcessing(false);
    if (saved.ok) onClose();
    else setFailure(saved.error);
  };

  return (
    <Dialog
      title={say(group ? "groups.editTitle" : "groups.newTitle")}
      isOpen
      onClose={onClose}
      dismissable={!processing}
      actions={
        <>
          <Button onPress={onClose} isDisabled={processing}>
            {say("app.cancel")}
          </Button>
          <Button tone="primary" type="submit" form={FORM} isDisabled={processing}>
            {say("groups.save")}
          </Button>
        </>
      }
    >
      <Form
        id={FORM}
        className={css.form ?? ""}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={say("groups.name")}
          value={name}
          onChange={(typed) => {
            setFailure(null);
            setName(typed);
          }}
          onBlur={() => setTouched(true)}
          inputRef={field}
          maxLength={200}
          autoComplete="off"
          validationBehavior="aria"
          {...(error === null ? {} : { error })}
        />
        <Select
          label={say("groups.inside")}
          options={places}
          value={parentId ?? HOME}
          onChange={(id) => setParentId(id === HOME ? null : id)}
        />
        <fieldset className={css.choice}>
          <legend>{say("groups.cameras")}</legend>
          <SearchField label={say("panel.search")} value={search} onChange={setSearch} />
          <div className={css.cameras}>
            {found.map((camera) => {
              const key = cameraKey(camera);
              return (
                <Checkbox
                  key={key}
                  isSelected={chosen.has(key)}
                  onChange={(on) => {
                    const next = new Set(chosen);
                    if (on) next.add(key);
                    else next.delete(key);
                    setChosen(next);
                  }}
                >
                  {camera.name}
                </Checkbox>
              );
            })}
          </div>
          <p className={css.chosen}>{say("groups.chosen", { count: chosen.size })}</p>
        </fieldset>
      </Form>
    </Dialog>
  );
}
