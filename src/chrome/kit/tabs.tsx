import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import css from "./tabs.module.css";
import { useTabStop } from "./use-tab-stop.ts";

interface TabDefinition {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** The distance to the tab that a key goes to; Home and End go to the first and the last one. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/**
 * Tabs after the pattern of the ARIA practices: one of them is in the tab order, and an arrow key selects the next one.
 * They are built here because the library's bring collections and selection models with them (20 KiB), which nothing
 * else needs for the stage's first picture.
 */
export function Tabs({
  label,
  tabs,
  selected,
  onSelect,
  end,
}: {
  readonly label: string;
  readonly tabs: readonly TabDefinition[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** content beside the list of tabs */
  readonly end?: ReactNode;
}) {
  const prefix = useId();
  const list = useRef<HTMLDivElement>(null);
  const shown = tabs.find(({ id }) => id === selected);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const to = Number.isFinite(step) ? tabs.findIndex(({ id }) => id === selected) + step : step > 0 ? -1 : 0;
    const next = tabs.at(to % tabs.length);
    if (!next) return;
    onSelect(next.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[tabs.indexOf(next)]?.focus();
  };
  return (
    <div className={css.tabs}>
      <div className={css.head}>
        <div ref={list} role="tablist" aria-label={label} aria-orientation="horizontal" className={css.list}>
          {tabs.map(({ id, label: name }) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`${prefix}-tab-${id}`}
              className={css.tab}
              aria-selected={id === selected}
              {...(id === selected ? { "aria-controls": `${prefix}-panel-${id}` } : { tabIndex: -1 })}
              onClick={() => onSelect(id)}
              onKeyDown={onKeyDown}
            >
              {name}
            </button>
          ))}
        </div>
        {end}
      </div>
      {shown ? (
        <TabPanel key={shown.id} id={`${prefix}-panel-${shown.id}`} labelledBy={`${prefix}-tab-${shown.id}`}>
          {shown.content}
        </TabPanel>
      ) : null}
    </div>
  );
}

function TabPanel(props: { readonly id: string; readonly labelledBy: string; readonly children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  // Without a control inside it, the panel itself has to be reached by keys, to be scrolled by them.
  const hasTabStop = useTabStop(panel);
  return (
    <div
      ref={panel}
      role="tabpanel"
      id={props.id}
      aria-labelledby={props.labelledBy}
      className={css.panel}
      {...(hasTabStop ? {} : { tabIndex: 0 })}
    >
      {props.children}
    </div>
  );
}
