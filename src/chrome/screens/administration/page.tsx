import { type ReactNode, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { useDocumentTitle } from "#chrome/kit/browser/use-document-title.ts";
import { useKeptFocus } from "#chrome/kit/browser/kept-focus.ts";
import { intoSight } from "#chrome/kit/browser/into-sight.ts";
import { classes } from "#chrome/kit/classes.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useFailureText, type Wording } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { SERVER_SCREENS, serverScreenPath } from "#domain/routes.ts";
import css from "./page.module.css";
import { type ServerHere, useServerHere } from "./server-here.ts";
import trail from "./server-trail.module.css";

/** The frame of an administration screen: its title, its main actions beside it, its content. */
export function Page(props: { readonly title: string; readonly actions?: ReactNode; readonly children: ReactNode }) {
  const say = useText();
  const failureText = useFailureText();
  const here = useServerHere();
  const area = useRef<HTMLDivElement>(null);
  useKeptFocus(area);
  return (
    // While a screen loads, nothing in it may have the focus: then the keys scroll the page itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={area} className={css.scroll} tabIndex={0}>
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

/**
 * Stands above a screen of one server: a link back to all servers, the name of this one, and links to its other
 * screens.
 */
function ServerTrail({ server, title }: { readonly server: ServerHere; readonly title: string }) {
  const say = useText();
  const { pathname } = useLocation();
  useDocumentTitle(title, server.name);
  return (
    <div className={trail.trail}>
      <nav aria-label={say("servers.path")}>
        <ol className={trail.path}>
          <li>
            <Link to="/servers">{say("nav.servers")}</Link>
          </li>
          <li className={trail.name}>{server.name}</li>
        </ol>
      </nav>
      <nav aria-label={say("servers.screensOf", { name: server.name })}>
        <ul className={trail.screens}>
          {SERVER_SCREENS.map((screen) => {
            const path = serverScreenPath(server.id, screen);
            return (
              <li key={screen}>
                <Link to={path} className={trail.screen} aria-current={pathname === path ? "page" : undefined}>
                  {say(`nav.${screen}`)}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
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

/** Why the server has refused what a form has sent. */
export function Refusal({ of }: { readonly of: Wording | null }) {
  return of === null ? null : (
    <div ref={comeIntoSight} tabIndex={-1}>
      <Notice tone="bad">
        <FailureWords of={of} />
      </Notice>
    </div>
  );
}

/** A message above a long form would not be seen, and the button has lost the focus while it was disabled. */
function comeIntoSight(element: HTMLElement | null): void {
  if (!element?.closest("form")?.contains(document.activeElement)) element?.focus({ preventScroll: true });
  intoSight(element);
}

/** Stands in a form while what it edits is no longer as it was when the form opened. `sent`: the own change is on its way. */
export function ChangedMeanwhile({ now, sent }: { readonly now: unknown; readonly sent: boolean }) {
  const say = useText();
  const text = JSON.stringify(now);
  const [first] = useState(text);
  return sent || text === first ? null : <Notice tone="warn">{say("admin.changedMeanwhile")}</Notice>;
}
