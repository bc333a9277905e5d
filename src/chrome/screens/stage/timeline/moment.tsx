import css from "./moment.module.css";

/** Date and time ("2026-03-29 10:00:05") in a narrow cell: they may stand on two lines, but neither is broken. */
export function Moment({ text }: { readonly text: string }) {
  const [date, time] = text.split(" ");
  return (
    <>
      <span className={css.part}>{date}</span> <span className={css.part}>{time}</span>
    </>
  );
}
