import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { flagIsOn } from "#domain/browser-support.ts";
import { PING_INTERVAL_MS } from "#domain/limits/session.ts";
import { useProduct } from "../product.ts";
import { useFacts } from "../use-facts.ts";

/** Calls `again` each time that the server is found to answer, but only while `wanted`. */
export function useServerReturn(again: () => void, wanted = true): void {
  const { serverAnswers } = useProduct();
  useEffect(() => {
    if (!wanted) return;
    let over = false;
    const ask = async (): Promise<void> => {
      if ((await serverAnswers()) && !over) again();
    };
    const timer = setInterval(() => void ask(), PING_INTERVAL_MS);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [wanted, serverAnswers, again]);
}

/** Nobody sits at a kiosk who could press a button, so the kiosk calls `again` by itself. */
export function useKioskReturn(again: () => void): void {
  const { search } = useLocation();
  useServerReturn(again, flagIsOn(new URLSearchParams(search).get("kiosk")));
}

/** Whether this is the stage's address, the front page included. */
const isStage = (pathname: string): boolean => pathname === "/" || pathname === "/stage";

/** A wall that has lost its server calls `again` by itself, at a kiosk or not, unless somebody was typing. */
export function useWallReturn(again: () => void): void {
  const { stores } = useProduct();
  const { pathname, search } = useLocation();
  const wasTyping = useFacts(stores.health, (facts) => facts.wasTyping);
  const isKiosk = flagIsOn(new URLSearchParams(search).get("kiosk"));
  useServerReturn(again, isKiosk || (isStage(pathname) && !wasTyping));
}
