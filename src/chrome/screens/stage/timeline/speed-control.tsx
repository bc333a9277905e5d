/** Direction toggle, speed slider and speed label of the stage control bar. */
import { IconPlayerTrackNext, IconPlayerTrackPrev } from "@tabler/icons-react";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { SPEED_STEPS } from "#domain/limits/timeline.ts";
import { directionOf, speedLabel, speedOfStep, speedStep } from "#domain/timeline/speed.ts";
import css from "./speed-control.module.css";

export function SpeedControl() {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const speed = useFacts(stores.timeline, (facts) => facts.state.speed);
  const direction = directionOf(speed);
  const label = speedLabel(speed);
  return (
    <div className={css.speed}>
      <IconButton
        size="small"
        label={say(direction === 1 ? "timeline.reverse" : "timeline.forward")}
        keys={direction === 1 ? "j" : "l"}
        selected={direction === -1}
        onPress={() => timeline.toggleDirection()}
      >
        {direction === 1 ? <IconPlayerTrackNext size={15} /> : <IconPlayerTrackPrev size={15} />}
      </IconButton>
      <span className={css.slider}>
        {SPEED_STEPS.map((step, index) => (
          <span
            key={step}
            className={css.notch}
            style={{ insetInlineStart: `${(index / (SPEED_STEPS.length - 1)) * 100}%` }}
          />
        ))}
        <input
          type="range"
          className={css.range}
          aria-label={say("timeline.speed")}
          // Readers say the speed, not the number of its step.
          aria-valuetext={label}
          min={0}
          max={SPEED_STEPS.length - 1}
          value={speedStep(speed)}
          onChange={(event) => timeline.setSpeed(speedOfStep(Number(event.target.value), direction))}
        />
      </span>
      <output className={css.speedLabel} data-speed="">
        {label}
      </output>
    </div>
  );
}
