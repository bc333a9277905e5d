/** What the colours of the timeline mean. It closes by Escape, by its button, and by a press anywhere else. */
import { useEffect, useRef } from "react";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./lanes.module.css";

const KINDS = [
  "recorded",
  "motion",
  "gap",
  "away",
  "damaged",
  "unknown",
  "bookmark",
  "lock",
  "range",
  "future",
] as const;

export function Legend({ onClose }: { readonly onClose: () => void }) {
  const say = useText();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const onPress = ({ target }: PointerEvent): void => {
      // Its own button closes it by itself.
      if (target instanceof Node && !box.current?.parentElement?.contains(target)) onClose();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onClose();
    };
    window.addEventListener("pointerdown", onPress, { signal, capture: true });
    window.addEventListener("keydown", onKey, { signal, capture: true });
    return () => end.abort();
  }, [onClose]);
  return (
    <section ref={box} className={css.legend} aria-label={say("timeline.legend")} data-legend="">
      <dl>
        {KINDS.map((kind) => (
          <div key={kind} style={{ display: "contents" }}>
            <dt>
              <span className={css.sample} data-of={kind} style={{ display: "block" }} />
            </dt>
            <dd>{say(`timeline.legend.${kind}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
