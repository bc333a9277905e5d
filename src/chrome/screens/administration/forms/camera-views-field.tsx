/** Which cameras are seen by some of their named views only: by an account, or by the members of a group. */
import { useEffect } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { CameraViews } from "#domain/accounts/camera-views.ts";
import css from "./form.module.css";
import own from "./camera-views.module.css";

interface Props {
  /** whose rights they are: a group adds to what others grant */
  readonly of: "users" | "permissions";
  readonly value: CameraViews;
  readonly onChange: (value: CameraViews) => void;
}

/** Nothing where no camera of this server has shared views. */
export function CameraViewsField({ of, value, onChange }: Props) {
  const { stores } = useProduct();
  const { cameras: list } = useWorkspace();
  const say = useText();
  // Their views follow.
  useEffect(() => {
    if (stores.cameras.get().status === "idle") void list.load();
  }, [stores, list]);
  const shared = useFacts(stores.views, ({ list }) => list).filter(({ shared: isShared }) => isShared);
  const cameras = Object.values(useFacts(stores.cameras, ({ byKey }) => byKey)).filter(
    ({ id }) => id in value || shared.some(({ camera }) => camera.id === id),
  );
  if (cameras.length === 0) return null;
  const without = (id: string): CameraViews =>
    Object.fromEntries(Object.entries(value).filter(([each]) => each !== id));
  return (
    <fieldset className={classes(css.group, own.group)}>
      <legend>{say(`${of}.views`)}</legend>
      <p className={classes(css.small, own.hint)}>{say(`${of}.viewsHint`)}</p>
      {cameras.map(({ id, name }) => {
        const chosen = value[id];
        const views = shared.filter(({ camera }) => camera.id === id);
        return (
          <div key={id} className={own.camera}>
            <Select
              label={name}
              value={chosen ? "views" : "whole"}
              options={[
                { id: "whole", label: say(`${of}.viewsWhole`) },
                { id: "views", label: say("users.viewsOnly") },
              ]}
              onChange={(to) =>
                onChange(to === "whole" ? without(id) : { ...value, [id]: views.map((each) => each.id) })
              }
            />
            {chosen ? (
              <fieldset className={classes(css.bare, own.views)} aria-label={say("users.viewsOf", { camera: name })}>
                {views.map((view) => (
                  <Checkbox
                    key={view.id}
                    isSelected={chosen.includes(view.id)}
                    onChange={(on) =>
                      onChange({
                        ...value,
                        [id]: views.flatMap((each) =>
                          (each.id === view.id ? on : chosen.includes(each.id)) ? each.id : [],
                        ),
                      })
                    }
                  >
                    {view.name}
                  </Checkbox>
                ))}
              </fieldset>
            ) : null}
            {chosen?.length === 0 ? <p className={classes(css.small, own.hint)}>{say("users.viewsNone")}</p> : null}
          </div>
        );
      })}
    </fieldset>
  );
}
