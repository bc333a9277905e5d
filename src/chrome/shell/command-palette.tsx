/** Ctrl/Cmd+K: cameras, stages, screens and actions by name, from the keyboard. */
import { type KeyboardEvent, memo, use, useEffect, useId, useMemo, useRef, useState } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { foldText } from "#domain/panel.ts";
import { useBackCloses } from "../kit/browser/back-closes.ts";
import { classes } from "../kit/classes.ts";
import { useProduct } from "../product.ts";
import { useText } from "../texts/use-text.ts";
import { useFoundCameras } from "../use-found-cameras.ts";
import css from "./commands.module.css";
import { cameraCommand, type Command, useCommands } from "./use-commands.ts";

/** Nobody reads more results than these: the next letter reduces them. */
const SHOWN_MAX = 50;
/** `PageUp` and `PageDown` */
const PAGE = 10;

/**
 * ARIA's combobox whose list is always open: the focus stays in the field, and `aria-activedescendant` names the
 * command that Enter runs. It consists of plain elements, because a user opens and types in the palette while a wall
 * plays, and a component kit's collection takes more processor time per letter than there is
 * (docs/decisions/0016-own-menus.md).
 */
export default function CommandPalette({
  onClose,
  onKeys,
  replacing,
}: {
  /** only cameras, and the chosen one takes the place of this tile's */
  readonly replacing: string | null;
  readonly onClose: () => void;
  readonly onKeys: () => void;
}) {
  const say = useText();
  useBackCloses(true, onClose);
  const commands = useCommands(onKeys, replacing);
  const { search } = use(useProduct().workspace());
  const label = replacing === null ? "palette.search" : "palette.searchCamera";
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState(0);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  // The user opens the palette to type in it.
  useEffect(() => field.current?.focus(), []);

  const words = useMemo(() => foldText(typed).split(" "), [typed]);
  const { keys: elsewhere, isAsking } = useFoundCameras(search, words);
  const found = useMemo(() => {
    const isNamed = ({ folded }: Command): boolean => words.every((word) => folded.includes(word));
    const ids = new Set([...elsewhere].map(cameraCommand));
    const others = commands.filter((each) => ids.has(each.id) && !isNamed(each));
    return [...commands.filter(isNamed), ...others].slice(0, SHOWN_MAX);
  }, [commands, words, elsewhere]);
  const active = Math.min(wanted, found.length - 1);

  const run = useMemo(
    () => (command: Command | undefined) => {
      if (!command) return;
      onClose();
      command.run();
    },
    [onClose],
  );
  const go = (index: number): void => {
    const to = Math.max(0, Math.min(found.length - 1, index));
    setWanted(to);
    list.current?.children[to]?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // During input-method composition these keys choose a letter, not a command.
    if (event.nativeEvent.isComposing) return;
    const target = targetOf(event.key, active, found.length);
    if (target !== null) go(target);
    else if (event.key === "Enter") run(found[active]);
    // The first Escape empties the search, the second one closes the palette.
    else if (event.key === "Escape" && typed !== "") setTyped("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <ModalOverlay className={css.scrim ?? ""} isOpen onOpenChange={(open) => !open && onClose()} isDismissable>
      <Modal className={css.palette ?? ""}>
        <AriaDialog className={css.dialog ?? ""} aria-label={say("palette.title")}>
          <input
            ref={field}
            className={css.input}
            type="text"
            role="combobox"
            aria-expanded
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={found.length > 0 ? `${listId}-${active}` : undefined}
            aria-label={say(label)}
            placeholder={say(label)}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setWanted(0);
            }}
            onKeyDown={onKeyDown}
          />
          {/* A <select> cannot be moved in from another field, nor hold two texts in a row of it. */}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
          <div ref={list} id={listId} role="listbox" aria-label={say("palette.title")} className={css.list}>
            {found.map((command, index) => (
              <Row
                key={command.id}
                id={`${listId}-${index}`}
                command={command}
                index={index}
                active={index === active}
                onPoint={setWanted}
                onRun={run}
              />
            ))}
          </div>
          <output className={classes(css.none, found.length > 0 && css.silent)}>
            {found.length > 0 || isAsking ? null : say("palette.none")}
          </output>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface RowProps {
  readonly id: string;
  readonly command: Command;
  readonly index: number;
  readonly active: boolean;
  readonly onPoint: (index: number) => void;
  readonly onRun: (command: Command) => void;
}

const Row = memo(function Row({ id, command, index, active, onPoint, onRun }: RowProps) {
  return (
    // The field handles the keys and keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      // An <option> can hold only one text.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={active}
      className={css.command}
      onPointerMove={active ? undefined : () => onPoint(index)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onRun(command)}
    >
      <span className={css.label}>{command.label}</span>
      <span className={css.kind}>{command.kind}</span>
    </div>
  );
});

/**
 * The index to which a key moves the choice; it wraps from the last entry to the first and back. Null: the key does not
 * move it.
 */
function targetOf(key: string, active: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return active + 1 >= count ? 0 : active + 1;
    case "ArrowUp":
      return active <= 0 ? count - 1 : active - 1;
    case "PageDown":
      return active + PAGE;
    case "PageUp":
      return active - PAGE;
    default:
      return null;
  }
}
