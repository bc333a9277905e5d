/**
 * The bar of a phone: cameras and stages, and the way between the cameras of the stage. Upright it stands below the
 * timeline; on its side it lies over the picture with the other controls, which a tap brings and which go by themselves.
 */
import {
  IconChevronLeft,
  IconChevronRight,
  IconLayoutList,
  IconStack2,
  IconVideo,
  type TablerIcon,
} from "@tabler/icons-react";
import { useEffect } from "react";
import { Button } from "react-aria-components/Button";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { besideInOrder } from "#domain/stage-grid/form.ts";
import { fillingTileId } from "#state/stage/stage-geometry.ts";
import css from "./phone-bar.module.css";

/** The controls over a picture go after this long without a touch. */
const CONTROLS_MS = 5_000;

export default function PhoneBar() {
  const { stores } = useProduct();
  const { look } = useWorkspace();
  const say = useText();
  const isOne = useFacts(stores.stage, (facts) => facts.form === "one");
  const shown = useFacts(stores.stage, ({ controlsShown, grid }) => controlsShown || grid.cells.length === 0);
  const large = useFacts(stores.stage, fillingTileId);
  const before = useFacts(stores.stage, ({ grid }) => large !== null && besideInOrder(grid, large, -1) !== null);
  const after = useFacts(stores.stage, ({ grid }) => large !== null && besideInOrder(grid, large, 1) !== null);
  useControlsGo();
  if (isOne && !shown) return null;
  const sheet = (tab: "cameras" | "stages"): void =>
    stores.panel.change((facts) => {
      facts.tab = tab;
      facts.sheetOpen = true;
    });
  const isOpened = large !== null && !isOne;
  return (
    <nav
      className={css.bar}
      aria-label={say("phone.bar")}
      data-phone-bar=""
      data-over={isOne || undefined}
      data-alone={large === null || undefined}
    >
      {isOpened ? <Item icon={IconLayoutList} label={say("phone.all")} onPress={() => look.back()} /> : null}
      <Item icon={IconVideo} label={say("panel.cameras")} onPress={() => sheet("cameras")} />
      {isOpened || isOne ? null : (
        <Item icon={IconStack2} label={say("panel.stages")} onPress={() => sheet("stages")} />
      )}
      {large === null ? null : (
        <>
          <Item
            icon={IconChevronLeft}
            label={say("phone.previous")}
            isDisabled={!before}
            onPress={() => look.beside(-1)}
          />
          <Item icon={IconChevronRight} label={say("phone.next")} isDisabled={!after} onPress={() => look.beside(1)} />
        </>
      )}
    </nav>
  );
}

function Item(props: {
  readonly icon: TablerIcon;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}) {
  const { icon: Icon, label, isDisabled = false, onPress } = props;
  return (
    // Pressed by the pointer itself: a browser drops the click of a tap that comes right after a swipe.
    <Button className={css.item ?? ""} isDisabled={isDisabled} onPress={onPress}>
      <Icon size={20} aria-hidden="true" />
      <span className={css.label}>{label}</span>
    </Button>
  );
}

/** Any touch or key keeps the controls; an open menu or dialog, and what is written, does too. */
function useControlsGo(): void {
  const { stores } = useProduct();
  const { look } = useWorkspace();
  const runs = useFacts(stores.stage, (facts) => facts.form === "one" && facts.controlsShown);
  useEffect(() => {
    if (!runs) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isBusy()) wait();
        else look.showControls(false);
      }, CONTROLS_MS);
    };
    wait();
    const inputs = ["pointerdown", "pointermove", "keydown"] as const;
    for (const name of inputs) window.addEventListener(name, wait, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const name of inputs) window.removeEventListener(name, wait, { capture: true });
    };
  }, [runs, look]);
}

const isBusy = (): boolean =>
  document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null ||
  document.activeElement?.matches(":focus-visible") === true;
