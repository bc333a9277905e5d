/** Who moves a camera by hand, and for how long it stays with them. */
import { useEffect, useState } from "react";
import { Button } from "#chrome/kit/button/button.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { countdown } from "#domain/cameras/ptz-hold.ts";
import css from "./player-extras.module.css";

interface PtzHoldProps {
  readonly hold: {
    readonly user: { readonly name: string };
    readonly own: boolean;
    readonly leftMs: number;
    readonly mayTakeOver: boolean;
  };
  readonly onTakeOver: () => void;
  readonly onLetGo: () => void;
}

export function PtzHold({ hold, onTakeOver, onLetGo }: PtzHoldProps) {
  const say = useText();
  const [untilMs] = useState(() => performance.now() + hold.leftMs);
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = countdown(untilMs - nowMs);
  return (
    <div className={css.hold} data-hold={hold.own ? "own" : "other"}>
      <span>{hold.own ? say("ptz.heldByMe", { left }) : say("ptz.heldBy", { name: hold.user.name, left })}</span>
      {hold.own ? (
        <Button tone="quiet" size="small" onPress={onLetGo}>
          {say("ptz.letGo")}
        </Button>
      ) : hold.mayTakeOver ? (
        <Button tone="quiet" size="small" onPress={onTakeOver}>
          {say("ptz.takeOver")}
        </Button>
      ) : null}
    </div>
  );
}
