/** Apart from `toast.tsx`, because the region of the messages is loaded late and needs them, too. */
import type { Wording } from "#chrome/texts/use-failure-text.ts";

export interface ToastMessage {
  readonly text: Wording;
  readonly tone: "info" | "warn" | "bad";
  /** what can be done about it; a press also closes the message */
  readonly actions?: readonly { readonly label: string; readonly onPress: () => void }[];
  /** it takes the place of the message of the same subject that is still shown */
  readonly subject?: string;
  /** the shortest time that it stays, if it is not the usual one */
  readonly forMs?: number;
}
export interface ToastsProps {
  readonly label: string;
  readonly closeLabel: string;
}
