import css from "./progress.module.css";

/** A turning ring. With a label it is a status of its own; without one it decorates the text beside it. */
export function Spinner({ label }: { readonly label?: string }) {
  return label === undefined ? (
    <span className={css.spinner} aria-hidden="true" />
  ) : (
    <output className={css.spinner} aria-label={label} />
  );
}
