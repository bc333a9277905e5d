import { IconChevronDown } from "@tabler/icons-react";
import type { Key } from "react-aria-components/Select";
import { Button } from "react-aria-components/Button";
import { Label } from "react-aria-components/Label";
import { ListBox, ListBoxItem } from "react-aria-components/ListBox";
import { Popover } from "react-aria-components/Popover";
import { Select as AriaSelect, SelectValue } from "react-aria-components/Select";
import { classes } from "../classes.ts";
import words from "../words.module.css";
import field from "./field.module.css";
import css from "../popup/popover.module.css";

export interface SelectOption<Id extends string> {
  readonly id: Id;
  readonly label: string;
}
interface SelectProps<Id extends string> {
  readonly label: string;
  readonly options: readonly SelectOption<Id>[];
  readonly value: Id;
  readonly onChange: (value: Id) => void;
  readonly isDisabled?: boolean;
  /** a small one is as wide as its value; its label is for screen readers only */
  readonly compact?: boolean;
}

/** A choice of one option from a list. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const { label, options, value, onChange, isDisabled = false, compact = false } = props;
  const choose = (key: Key | null): void => {
    const option = options.find((each) => each.id === key);
    if (option) onChange(option.id);
  };
  return (
    <AriaSelect
      value={value}
      onChange={choose}
      isDisabled={isDisabled}
      className={classes(field.field, compact && field.compact)}
    >
      <Label className={compact ? words.hidden : field.label}>{label}</Label>
      <Button className={classes(field.input, field.selectButton)}>
        <SelectValue />
        <IconChevronDown size={16} aria-hidden="true" />
      </Button>
      <Popover className={css.popover ?? ""} offset={4}>
        <ListBox className={css.list ?? ""} items={options}>
          {(option) => (
            <ListBoxItem id={option.id} className={css.item ?? ""}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
