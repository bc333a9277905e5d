/** Says to whom was signed out by somebody else why; loaded late, and only then. */
import { useText } from "#chrome/texts/use-text.ts";
import type { EndedWhy as Why } from "#domain/live-events.ts";
import css from "./sign-in.module.css";

export default function EndedWhy({ why }: { readonly why: Why }) {
  const say = useText();
  return (
    <div className={css.notSignedOut} role="alert">
      <p>{say(`ended.${why}`)}</p>
    </div>
  );
}
