import type { ReactNode } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./page.module.css";
import { useServerHere } from "./server-here.ts";
import { ServerTrail } from "./server-trail.tsx";

/** The frame of an administration screen: its title, its main actions beside it, its content. */
export function Page(props: { readonly title: string; readonly actions?: ReactNode; readonly children: ReactNode }) {
  const say = useText();
  const failureText = useFailureText();
  const here = useServerHere();
  return (
    <div className={css.scroll}>
      <div className={css.page}>
        {here ? <ServerTrail server={here} title={props.title} /> : null}
        <div className={css.head}>
          <h1>{props.title}</h1>
          {props.actions ? <div className={css.actions}>{props.actions}</div> : null}
        </div>
        {here === null || here.failure === null ? null : (
          <Notice tone="bad">
            {say("servers.notAnswering", { name: here.name, reason: failureText(here.failure) })}
          </Notice>
        )}
        {props.children}
      </div>
    </div>
  );
}

/** A titled part of a screen. */
export function Card(props: {
  readonly title?: string;
  readonly actions?: ReactNode;
  /** no padding: for a table that fills the card */
  readonly flush?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section className={css.card}>
      {props.title === undefined ? null : (
        <div className={css.cardHead}>
          <h2>{props.title}</h2>
          {props.actions ? <div className={css.actions}>{props.actions}</div> : null}
        </div>
      )}
      <div className={classes(css.cardBody, props.flush && css.flush)}>{props.children}</div>
    </section>
  );
}

/** Shown when the address names something that the screen does not know. */
export function BadLink() {
  const say = useText();
  return <Notice tone="warn">{say("admin.badLink")}</Notice>;
}

/** A permanent message inside a screen about an error or an important fact. */
export function Notice({ tone, children }: { readonly tone: "info" | "warn" | "bad"; readonly children: ReactNode }) {
  return (
    <div className={classes(css.notice, css[tone])} role={tone === "info" ? "status" : "alert"}>
      {children}
    </div>
  );
}
