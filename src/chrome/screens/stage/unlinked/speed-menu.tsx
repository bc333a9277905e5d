/** The speed of an unlinked player, and the menu of all speeds in both directions. */
import { IconCheck } from "@tabler/icons-react";
import { Button } from "#chrome/kit/button/button.tsx";
import { MenuItem, MenuPopup, MenuTrigger } from "#chrome/kit/popup/menu.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { SPEED_STEPS } from "#domain/limits/timeline.ts";
import { speedLabel } from "#domain/timeline/speed.ts";

const SPEEDS = [...SPEED_STEPS, ...SPEED_STEPS.map((step) => -step)];

export function SpeedMenu({ speed, onChoose }: { readonly speed: number; readonly onChoose: (speed: number) => void }) {
  const say = useText();
  const label = speedLabel(speed);
  return (
    <MenuTrigger>
      <Button tone="quiet" size="small" aria-label={`${say("timeline.speed")} ${label}`}>
        {label}
      </Button>
      <MenuPopup label={say("timeline.speed")} placement="top end">
        {SPEEDS.map((each) => (
          <MenuItem
            key={each}
            label={speedLabel(each)}
            icon={each === speed ? <IconCheck size={16} /> : <IconCheck size={16} visibility="hidden" />}
            onAction={() => onChoose(each)}
          />
        ))}
      </MenuPopup>
    </MenuTrigger>
  );
}
