import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { classes } from "../classes.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { Spinner } from "./spinner.tsx";
import css from "./states.module.css";

/** Shown while a list is loading. */
export function LoadingState({ text }: { readonly text: string }) {
  return (
    <output className={css.state}>
      <Spinner />
      <span>{text}</span>
    </output>
  );
}

/**
 * Shown for an empty list: it says why the list is empty and what to do. `children`: a link to the place where that is
 * done.
 */
export function EmptyState(props: {
  readonly title: string;
  readonly text?: string;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={css.state}>
      {props.icon ? (
        <span className={css.icon} aria-hidden="true">
          {props.icon}
        </span>
      ) : null}
      <h2>{props.title}</h2>
      {props.text ? <p>{props.text}</p> : null}
      {props.children}
    </div>
  );
}

/** Shown when a list could not be loaded: the reason, and a way to try again. */
export function ErrorState(props: {
  readonly title: string;
  readonly reason: Wording;
  readonly retryLabel: string;
  readonly onRetry: () => void;
  /** it is all that the page shows, so its title is the page's */
  readonly isPage?: boolean;
}) {
  const Title = props.isPage ? "h1" : "h2";
  return (
    <div className={classes(css.state, css.error)} role="alert">
      <span className={css.icon} aria-hidden="true">
        <IconAlertCircle size={24} />
      </span>
      <Title>{props.title}</Title>
      <p>
        <FailureWords of={props.reason} />
      </p>
      <Button size="small" onPress={props.onRetry}>
        {props.retryLabel}
      </Button>
    </div>
  );
}
