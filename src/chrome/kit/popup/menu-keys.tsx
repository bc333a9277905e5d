import { capsOf } from "#chrome/texts/key-caps.ts";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./popover.module.css";

/** The keys of a menu's entry, beside its words, for eyes: a screen reader has `aria-keyshortcuts`. */
export function MenuKeys({ of: keys }: { readonly of: string }) {
  const say = useText();
  return <span className={css.keys} aria-hidden="true" data-keys={capsOf(keys, say)} />;
}
