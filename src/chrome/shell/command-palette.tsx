/** Ctrl/Cmd+K: cameras, stages, screens and actions by name, from the keyboard. */
import { use, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Input } from "react-aria-components/Input";
import { type Key, Menu, MenuItem } from "react-aria-components/Menu";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { SearchField } from "react-aria-components/SearchField";
import { useNavigate } from "react-router-dom";
import { navigationFor } from "#domain/routes.ts";
import { foldText } from "#domain/panel.ts";
import { visitorOf } from "#state/session-store.ts";
import { showToast } from "../kit/toast.tsx";
import { useProduct } from "../product.ts";
import type { TextId } from "../texts/en.ts";
import { useText } from "../texts/use-text.ts";
import { useCameraNames } from "../use-camera-name.ts";
import { sameFields, useFacts } from "../use-facts.ts";
import css from "./commands.module.css";

interface Command {
  readonly id: string;
  readonly label: string;
  /** what kind of thing it is */
  readonly kind: string;
  readonly folded: string;
  readonly run: () => void;
}

/** More than these are not read: the next letter makes them fewer. */
const SHOWN_MAX = 50;

export default function CommandPalette({
  onClose,
  onKeys,
}: {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}) {
  const { stores, session, workspace } = useProduct();
  const { cameras: cameraActions, stage, savedStages, timeline } = use(workspace());
  const say = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  const userId = useFacts(stores.session, (facts) => facts.user?.userId ?? null);
  const nameOf = useCameraNames();
  const order = useFacts(stores.cameras, (facts) => facts.order);
  const stages = useFacts(stores.savedStages, (facts) => facts.list);

  // Opened from another screen than the stage there may be no lists yet.
  useEffect(() => {
    if (stores.cameras.get().status === "idle") void cameraActions.load();
    if (stores.savedStages.get().status === "idle") void savedStages.load();
  }, [stores, cameraActions, savedStages]);

  const commands = useMemo(() => {
    const made: Command[] = [];
    const put = (id: string, label: string, kind: TextId, run: () => void): void => {
      made.push({ id, label, kind: say(kind), folded: foldText(label), run });
    };
    /** From another screen the stage is opened first, as this user left it. */
    const onStage = (run: () => void) => () => {
      if (userId !== null && stores.stage.get().ownerId !== userId) {
        stage.restore(userId);
        savedStages.restore(userId);
      }
      if (!location.hash.startsWith("#/stage")) void navigate("/stage");
      run();
    };
    const show = (id: string) => (): void => {
      const shown = savedStages.select(id);
      if (!shown.ok) showToast({ text: shown.error, tone: "bad" });
    };
    for (const each of stages) put(`stage-${each.id}`, each.name, "palette.stage", onStage(show(each.id)));
    for (const key of order) {
      const name = nameOf(key);
      if (name !== null)
        put(
          `camera-${key}`,
          name,
          "palette.camera",
          onStage(() => void stage.add(key)),
        );
    }
    for (const entry of navigationFor(visitor))
      if (entry !== "sign-out")
        put(`screen-${entry}`, say(`nav.${entry}`), "palette.screen", () => void navigate(`/${entry}`));
    put("clear", say("panel.clear"), "palette.action", onStage(stage.clear));
    put("live", say("palette.live"), "palette.action", onStage(timeline.goLive));
    put("panel", say("palette.togglePanel"), "palette.action", () =>
      stores.preferences.change((facts) => {
        facts.panelOpen = !facts.panelOpen;
      }),
    );
    put("keys", say("palette.keys"), "palette.action", onKeys);
    put("sign-out", say("nav.sign-out"), "palette.action", () => {
      void session.signOut().then(() => navigate("/sign-in?skipAuth=true"));
    });
    return made;
  }, [say, navigate, stores, session, stage, savedStages, timeline, visitor, userId, nameOf, order, stages, onKeys]);

  const words = useDeferredValue(foldText(typed));
  const found = useMemo(() => {
    const each = words.split(" ");
    return commands.filter(({ folded }) => each.every((word) => folded.includes(word))).slice(0, SHOWN_MAX);
  }, [commands, words]);
  const run = (id: Key): void => {
    onClose();
    commands.find((command) => command.id === id)?.run();
  };
  const field = useRef<HTMLInputElement>(null);
  // The palette is asked for to type in it.
  useEffect(() => field.current?.focus(), []);

  return (
    <ModalOverlay className={css.scrim ?? ""} isOpen onOpenChange={(open) => !open && onClose()} isDismissable>
      <Modal className={css.palette ?? ""}>
        <AriaDialog className={css.dialog ?? ""} aria-label={say("palette.title")}>
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField aria-label={say("palette.search")} className={css.search ?? ""}>
              <Input ref={field} className={css.input ?? ""} placeholder={say("palette.search")} />
            </SearchField>
            <Menu
              aria-label={say("palette.title")}
              className={css.list ?? ""}
              items={found}
              onAction={run}
              renderEmptyState={() => <p className={css.none}>{say("palette.none")}</p>}
            >
              {(command: Command) => (
                <MenuItem id={command.id} textValue={command.label} className={css.command ?? ""}>
                  <span className={css.label}>{command.label}</span>
                  <span className={css.kind}>{command.kind}</span>
                </MenuItem>
              )}
            </Menu>
          </Autocomplete>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
