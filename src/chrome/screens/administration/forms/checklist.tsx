import { useMemo, useState } from "react";
import { filterCameras } from "#domain/panel.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { SearchField } from "#chrome/kit/field/search-field.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./picking.module.css";

/** A list with at least this many entries can be searched. */
const SEARCHED_FROM = 8;
const SHOWN_MAX = 200;

/** A choice of entries by name, each with a box. A chosen entry that is not in the list stays chosen. */
export function Checklist(props: {
  readonly label: string;
  readonly items: readonly { readonly id: string; readonly name: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** shown when the list is empty */
  readonly empty: string;
  readonly hint?: string;
}) {
  const { label, chosen, onChange } = props;
  const items = useMemo(
    () => props.items.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true })),
    [props.items],
  );
  const say = useText();
  const [search, setSearch] = useState("");
  const found = useMemo(() => filterCameras(items, [], search), [items, search]);
  const hidden = Math.max(0, found.length - SHOWN_MAX);
  return (
    <fieldset className={css.picker}>
      <legend>{label}</legend>
      {props.hint === undefined ? null : <p className={css.note}>{props.hint}</p>}
      {items.length === 0 ? <p className={css.note}>{props.empty}</p> : null}
      {items.length >= SEARCHED_FROM ? (
        <SearchField label={say("checklist.search", { list: label })} value={search} onChange={setSearch} />
      ) : null}
      {found.length === 0 ? null : (
        <ul className={css.box}>
          {found.slice(0, SHOWN_MAX).map(({ id, name }) => (
            <li key={id}>
              <Checkbox
                isSelected={chosen.includes(id)}
                onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id))}
              >
                {name}
              </Checkbox>
            </li>
          ))}
          {hidden > 0 ? <li className={css.note}>{say("picker.more", { count: hidden })}</li> : null}
        </ul>
      )}
      {items.length === 0 ? null : (
        <p className={css.note}>
          {say("checklist.chosen", { count: items.filter(({ id }) => chosen.includes(id)).length })}
        </p>
      )}
    </fieldset>
  );
}
