/** Direction toggle, speed slider and speed label of the stage control bar. */
import { IconPlayerTrackNext, IconPlayerTrackPrev } from "@tabler/icons-react";
import { useLayoutEffect, useRef } from "react";
import { Label } from "react-aria-components/Label";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components/Slider";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { SPEED_STEPS } from "#domain/limits.ts";
import { directionOf, speedLabel, speedOfStep, speedStep } from "#domain/timeline/speed.ts";
import css from "./control-bar.module.css";

export function SpeedControl() {
  const { stores } = useProduct();
  const { timeline } = useWorkspace();
  const say = useText();
  const speed = useFacts(stores.timeline, (facts) => facts.state.speed);
  const direction = directionOf(speed);
  const label = speedLabel(speed);
  const thumb = useRef<HTMLInputElement>(null);
  // The kit's slider would announce the number of the step, and would repeat it at each step.
  useLayoutEffect(() => thumb.current?.setAttribute("aria-valuetext", label));
  return (
    <div className={css.speed}>
      <IconButton
        size="small"
        label={say(direction === 1 ? "timeline.reverse" : "timeline.forward")}
        selected={direction === -1}
        onPress={() => timeline.toggleDirection()}
      >
        {direction === 1 ? <IconPlayerTrackNext size={15} /> : <IconPlayerTrackPrev size={15} />}
      </IconButton>
      <Slider
        className={css.slider ?? ""}
        minValue={0}
        maxValue={SPEED_STEPS.length - 1}
        value={speedStep(speed)}
        onChange={(step) => typeof step === "number" && timeline.setSpeed(speedOfStep(step, direction))}
      >
        <Label className={css.hidden ?? ""}>{say("timeline.speed")}</Label>
        <SliderTrack className={css.track ?? ""}>
          {SPEED_STEPS.map((step, index) => (
            <span
              key={step}
              className={css.notch}
              style={{ insetInlineStart: `${(index / (SPEED_STEPS.length - 1)) * 100}%` }}
            />
          ))}
          <SliderThumb className={css.thumb ?? ""} inputRef={thumb} />
        </SliderTrack>
      </Slider>
      <output className={css.speedLabel} data-speed="">
        {label}
      </output>
    </div>
  );
}
