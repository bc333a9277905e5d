import { IconSearch, IconX } from "@tabler/icons-react";
import { Button } from "react-aria-components/Button";
import { Input } from "react-aria-components/Input";
import { SearchField as AriaSearchField } from "react-aria-components/SearchField";
import css from "./field.module.css";

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** the key of the page that leads here, for screen readers */
  readonly keys?: string;
  readonly onKeyDown?: (event: { readonly key: string; readonly repeat: boolean }) => void;
}

export function SearchField({ label, value, onChange, keys, onKeyDown }: SearchFieldProps) {
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      // During input-method composition these keys choose a letter.
      onKeyDown={(event) => {
        // A handler keeps a key from the page, whose own keys with Ctrl shall work from here too.
        if (event.ctrlKey || event.metaKey) event.continuePropagation();
        if (!event.nativeEvent.isComposing) onKeyDown?.(event);
      }}
      // Results are shown at once, so Enter must not send the form around this field.
      onSubmit={() => undefined}
      className={css.search ?? ""}
    >
      <span className={css.glass} aria-hidden="true">
        <IconSearch size={16} />
      </span>
      <Input className={css.input ?? ""} placeholder={label} aria-keyshortcuts={keys} />
      <Button className={css.clear ?? ""}>
        <IconX size={14} aria-hidden="true" />
      </Button>
    </AriaSearchField>
  );
}
