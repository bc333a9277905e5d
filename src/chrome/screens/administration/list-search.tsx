/** The search above a list of the administration: users, cameras, servers, permission groups. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { foundRows, SEARCHED_FROM } from "#domain/found-rows.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { SearchField } from "#chrome/kit/field/search-field.tsx";
import { EmptyState } from "#chrome/kit/feedback/states.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./list-search.module.css";

interface ListSearchState<T> {
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  /** the rows that match, in the order of the list */
  readonly found: readonly T[];
  /** false: the list is seen whole, and nothing is typed */
  readonly isOffered: boolean;
}

/** What is typed stays while rows come, change and go. */
export function useListSearch<T>(rows: readonly T[], textOf: (row: T) => string): ListSearchState<T> {
  const [typed, setTyped] = useState("");
  const found = foundRows(rows, typed, textOf);
  const isOffered = rows.length >= SEARCHED_FROM || typed.trim() !== "";
  return { typed, setTyped, found, isOffered };
}

/** The field, and how many rows match. The key "/" leads to it. `children`: what else narrows the list. */
export function ListSearch(props: {
  readonly label: string;
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  readonly found: number;
  readonly count: number;
  readonly children?: ReactNode;
}) {
  const { found, count } = props;
  const say = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const lead = (event: KeyboardEvent): void => {
      if (!isSlash(event) || document.querySelector("[data-dialog]")) return;
      event.preventDefault();
      place.current?.querySelector("input")?.focus();
    };
    document.addEventListener("keydown", lead);
    return () => document.removeEventListener("keydown", lead);
  }, []);
  return (
    <div className={css.tools} ref={place}>
      <div className={css.search}>
        <SearchField label={props.label} keys="/" value={props.typed} onChange={props.setTyped} />
      </div>
      {props.children}
      {/* It is there before it says something: a screen reader announces only what changes. */}
      <output className={css.found}>{found === count ? "" : say("list.found", { found, count })}</output>
    </div>
  );
}

/** Stands in the place of the rows when none of them matches. */
export function NothingFound(props: { readonly title: string; readonly text?: string; readonly onClear: () => void }) {
  const say = useText();
  return (
    <EmptyState title={props.title} {...(props.text === undefined ? {} : { text: props.text })}>
      <Button size="small" onPress={props.onClear}>
        {say("list.whole")}
      </Button>
    </EmptyState>
  );
}

/** Where text is typed, a slash is a slash. */
function isSlash({ key, target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (key !== "/" || ctrlKey || metaKey || altKey || isComposing) return false;
  return !(
    target instanceof Element &&
    target.closest("input:not([type=checkbox]), textarea, select, [role=listbox], [role=menu]")
  );
}
