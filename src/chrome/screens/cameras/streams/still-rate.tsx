import { type CapabilityGroup, type Settings, stillRates } from "#domain/cameras/capabilities.ts";
import { Select } from "#chrome/kit/field/select.tsx";
import form from "#chrome/screens/administration/forms/form.module.css";
import { useText } from "#chrome/texts/use-text.ts";
import { inputsOf } from "./stream-form.ts";

/** The frame rate while nothing moves, of a stream whose rate follows motion: it is the GOV length that decides it. */
export function StillRate(props: {
  readonly video: CapabilityGroup;
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
}) {
  const { video, settings, onChange } = props;
  const say = useText();
  const gov = inputsOf(video, settings).find(({ name }) => name === "GOVLength")?.node;
  const frameRate = Number(settings.FrameRate);
  if (gov?.type !== "int" || !(frameRate >= 1)) return null;
  const now = Number(settings.GOVLength);
  const rates = stillRates(frameRate, gov);
  // A length of before that makes less than one picture a second stays to choose.
  const known = rates.some(({ govLength }) => govLength === now) || !(now > 0);
  const all = known ? rates : [...rates, { rate: Math.round((frameRate / now) * 100) / 100, govLength: now }];
  return (
    <div>
      <Select
        label={say("stream.frameRateStill")}
        value={String(now)}
        options={all.map(({ rate, govLength }) => ({ id: String(govLength), label: String(rate) }))}
        onChange={(govLength) => onChange({ ...settings, GOVLength: Number(govLength) })}
      />
      <p className={form.small}>{say("stream.frameRateStillHint")}</p>
    </div>
  );
}
