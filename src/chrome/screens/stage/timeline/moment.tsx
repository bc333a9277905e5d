import css from "./moment.module.css";

/** Date and time ("2026-03-29 10:00:05", "Mar 29, 2026, 10:00:05") in a narrow cell: they may stand on two lines, but neither is broken. */
export function Moment({ text }: { readonly text: string }) {
  const at = text.lastIndexOf(" ");
  const [date, time] = [text.slice(0, at), text.slice(at + 1)];
  return (
    <>
      <span className={css.part}>{date}</span> <span className={css.part}>{time}</span>
    </>
  );
}
