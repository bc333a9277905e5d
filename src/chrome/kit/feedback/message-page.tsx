import type { ReactNode } from "react";
import { Logo } from "#chrome/kit/logo.tsx";
import css from "./message.module.css";

/** A page that only shows a message: gates, 404, reload. */
export function MessagePage(props: { readonly title: string; readonly text: string; readonly children?: ReactNode }) {
  return (
    <main className={css.page}>
      <div className={css.box}>
        <Logo size={44} />
        <h1>{props.title}</h1>
        <p>{props.text}</p>
        {props.children}
      </div>
    </main>
  );
}
