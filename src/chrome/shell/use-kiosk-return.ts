import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { flagIsOn } from "#domain/browser-support.ts";
import { PING_INTERVAL_MS } from "#domain/limits.ts";
import { useProduct } from "../product.ts";

/** Nobody sits at a kiosk who could press a button: `again` is done for them each time that the server is found to answer. */
export function useKioskReturn(again: () => void): void {
  const { serverAnswers } = useProduct();
  const { search } = useLocation();
  const kiosk = flagIsOn(new URLSearchParams(search).get("kiosk"));
  useEffect(() => {
    if (!kiosk) return;
    let over = false;
    const ask = async (): Promise<void> => {
      if ((await serverAnswers()) && !over) again();
    };
    const timer = setInterval(() => void ask(), PING_INTERVAL_MS);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [kiosk, serverAnswers, again]);
}
