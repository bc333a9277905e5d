/** The box "low bandwidth" of the sign-in page, which a reload of the page must not forget. */
import { lowBandwidthReason, type SessionStore } from "#state/session-store.ts";
import type { KeyValueStorage } from "../key-value-storage.ts";

/** the user whose session runs in low bandwidth by the box */
const KEY = "proscenium.lowBandwidth";
/** in place of that user: whoever comes back from the company's sign-in */
const WHOEVER = "*";

export interface LowBandwidthBox {
  /** the choice of this browser and the page's address, before anybody has ticked the box */
  readonly initially: boolean;
  /** Whether this user has ticked the box. A box of whoever signs in next is theirs from now on. */
  readonly isOf: (userId: string) => boolean;
  /** The session runs by this choice. Where it cannot be stored it lives until the page closes. */
  readonly keep: (userId: string, lowBandwidth: boolean) => void;
  /** The browser leaves for another site to sign in. */
  readonly keepForWhoever: (lowBandwidth: boolean) => void;
}

export function createLowBandwidthBox(store: SessionStore, storage: KeyValueStorage | undefined): LowBandwidthBox {
  return {
    initially: store.get().lowBandwidth,
    isOf(userId) {
      const kept = storage?.read(KEY);
      if (kept === WHOEVER) storage?.write(KEY, userId);
      return kept === userId || kept === WHOEVER;
    },
    keep(userId, lowBandwidth) {
      store.change((facts) => {
        facts.lowBandwidth = lowBandwidth;
      });
      // Only the user's own choice is stored: low bandwidth that this browser, server or address forces is not one.
      storage?.write(KEY, lowBandwidthReason(store.get()) === "chosen" ? userId : "");
    },
    keepForWhoever: (lowBandwidth) => void storage?.write(KEY, lowBandwidth ? WHOEVER : ""),
  };
}
