import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import field from "./field.module.css";
import css from "./choice.module.css";

/** A choice of one among a few options, which are all visible side by side. */
export function Choice<Id extends string>(props: {
  readonly label: string;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  readonly onChange: (value: Id) => void;
}) {
  const { label, options, value, onChange } = props;
  return (
    <RadioGroup
      className={field.field ?? ""}
      orientation="horizontal"
      value={value}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id);
        if (chosen) onChange(chosen.id);
      }}
    >
      <Label className={field.label}>{label}</Label>
      <div className={css.row}>
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className={css.option ?? ""}>
            {option.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
