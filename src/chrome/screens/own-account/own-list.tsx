/** The dialogs that list what belongs to the own account (passkeys, app passwords): read, shown, and read again after a change. */
import { type ReactNode, useEffect, useState } from "react";
import type { Result } from "#base/result.ts";
import { type Failure, failure } from "#domain/failures/failure.ts";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import form from "../administration/forms/form.module.css";
import css from "./own-account.module.css";

interface Own {
  /** false: another server, the company or Google signs this user in */
  readonly possible: boolean;
}

/** `list` null: not known yet. `load` must stay the same. */
export function useOwnList<T extends Own>(load: () => Promise<Result<T, Failure>>) {
  const [list, setList] = useState<Result<T, Failure> | null>(null);
  const [isStale, setStale] = useState(true);
  useEffect(() => {
    if (!isStale) return;
    void load().then((answer) => {
      setList(answer);
      setStale(false);
    });
  }, [load, isStale]);
  const refused = list === null ? null : !list.ok ? list.error : list.value.possible ? null : ELSEWHERE;
  return { value: list?.ok ? list.value : null, refused, reload: () => setStale(true) };
}
const ELSEWHERE = failure("user/factor-elsewhere");

export function OwnListRefused(props: { readonly title: string; readonly why: Failure; readonly onClose: () => void }) {
  const say = useText();
  return (
    <ClosingDialog title={props.title} closeLabel={say("app.close")} onClose={props.onClose}>
      <FailureWords of={props.why} />
    </ClosingDialog>
  );
}

interface OwnEntry {
  readonly id: string;
  readonly facts: ReactNode;
  readonly actions: ReactNode;
}

export function OwnListDialog(props: {
  readonly title: string;
  readonly about: string;
  readonly label: string;
  readonly none: string;
  readonly entries: readonly OwnEntry[];
  /** what can be added */
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const say = useText();
  return (
    <ClosingDialog title={props.title} closeLabel={say("app.close")} onClose={props.onClose}>
      <div className={form.form}>
        <p>{props.about}</p>
        {props.entries.length === 0 ? (
          <p className={form.muted}>{props.none}</p>
        ) : (
          <ul className={css.entries} aria-label={props.label}>
            {props.entries.map(({ id, facts, actions }) => (
              <li key={id}>
                <div className={css.entry}>{facts}</div>
                {actions}
              </li>
            ))}
          </ul>
        )}
        {props.children}
      </div>
    </ClosingDialog>
  );
}
