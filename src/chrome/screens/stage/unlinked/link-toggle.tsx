/** Unlinks a player from the master timeline, or links it again: offered where the camera may be played back. */
import { IconLink, IconLinkOff } from "@tabler/icons-react";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useText } from "#chrome/texts/use-text.ts";

export function LinkToggle({ isUnlinked, toggle }: { readonly isUnlinked: boolean; readonly toggle: () => void }) {
  const say = useText();
  return (
    <IconButton
      size="small"
      label={say(isUnlinked ? "player.link" : "player.unlink")}
      selected={isUnlinked}
      onPress={toggle}
    >
      {isUnlinked ? <IconLinkOff size={16} /> : <IconLink size={16} />}
    </IconButton>
  );
}
