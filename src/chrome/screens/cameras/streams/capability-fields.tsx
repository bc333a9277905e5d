import {
  type CapabilityGroup,
  clampInt,
  fitSettings,
  inputHidden,
  intLimits,
  type Settings,
} from "#domain/cameras/capabilities.ts";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { settingWords } from "#chrome/texts/setting-words.ts";
import { inputsOf } from "./stream-form.ts";

/** Inputs made from the capabilities that the camera reports; numbers are clamped when the user leaves the input. */
export function CapabilityFields(props: {
  readonly group: CapabilityGroup;
  readonly settings: Settings;
  readonly onChange: (settings: Settings) => void;
  /** the label of an input, from its own name; when absent, the name itself is shown */
  readonly named?: (name: string) => string;
}) {
  const { group, settings, onChange, named = (name) => name } = props;
  const say = useText();
  return inputsOf(group, settings).map(({ name, node }) => {
    const label = named(settingWords(say, name));
    const value = String(settings[name] ?? "");
    if (node.type === "enum") {
      return (
        <Select
          key={name}
          label={label}
          value={value}
          options={node.options.map((option) => ({ id: option, label: option }))}
          onChange={(option) => onChange(fitSettings(group, { ...settings, [name]: option }))}
        />
      );
    }
    if (node.type !== "int" || inputHidden(node)) return null;
    const { min, max } = intLimits(name, node);
    return (
      <TextField
        key={name}
        label={label}
        inputMode="numeric"
        value={value}
        hint={Number.isFinite(max) ? say("stream.limits", { min, max }) : say("stream.unlimited", { min })}
        onChange={(typed) => onChange({ ...settings, [name]: typed })}
        onBlur={() => onChange({ ...settings, [name]: clampInt(name, node, settings[name]) })}
      />
    );
  });
}
