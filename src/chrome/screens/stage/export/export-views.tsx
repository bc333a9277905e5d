/** What of a ticked fisheye goes into the zip: its whole picture, and any of its views as a file of its own. */
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import type { ExportedView } from "./exported-view.ts";
import css from "./export.module.css";

interface ExportViewsProps {
  /** the camera's name */
  readonly camera: string;
  /** its whole picture may be exported, too */
  readonly isWhole: boolean;
  readonly views: readonly ExportedView[];
  /** ids of views; `WHOLE_PICTURE` */
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

/** Stands beside ids of views for what is none. */
export const WHOLE_PICTURE = "";

export function ExportViews({ camera, isWhole, views, chosen, onChoose }: ExportViewsProps) {
  const say = useText();
  const all = [...(isWhole ? [{ id: WHOLE_PICTURE, name: say("export.wholePicture") }] : []), ...views];
  return (
    <fieldset className={css.views} aria-label={say("export.zipViews", { camera })}>
      <span className={css.note} aria-hidden="true">
        {say("export.inZip")}
      </span>
      {all.map(({ id, name }) => (
        <Checkbox
          key={id}
          isSelected={chosen.includes(id)}
          onChange={(on) =>
            onChoose(all.flatMap((each) => ((each.id === id ? on : chosen.includes(each.id)) ? each.id : [])))
          }
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  );
}
