/** The dialogs that belong to no screen, one at a time. */
import type { Wording } from "../texts/use-failure-text.ts";
import { licenseFailure, licenseHealth, type LicenseState } from "#domain/servers/license.ts";
import { CLOCK_WARNING_MS } from "#domain/limits/session.ts";
import type { DialogFacts } from "#state/dialog-store.ts";
import { SlowWords } from "./slow-words.tsx";
import { AlertDialog } from "../kit/dialog/alert-dialog.tsx";
import { ClosingDialog } from "../kit/dialog/closing-dialog.tsx";
import { useProduct } from "../product.ts";
import { FailureWords } from "../texts/failure-words.tsx";
import { type Say, useText } from "../texts/use-text.ts";
import { useFacts } from "../use-facts.ts";

export function AppDialogs() {
  const { stores } = useProduct();
  const shown = useFacts(stores.dialogs, (facts) => facts.queue[0] ?? null);
  const close = (): void =>
    stores.dialogs.change((facts) => {
      facts.queue.shift();
    });
  return shown ? <One dialog={shown} onClose={close} /> : null;
}

function One({ dialog, onClose }: { readonly dialog: DialogFacts; readonly onClose: () => void }) {
  const { stores } = useProduct();
  const say = useText();
  const skewMs = useFacts(stores.health, (facts) => facts.skewMs ?? 0);
  const clocks = useFacts(stores.standing, (facts) => facts.serverClocks);
  const licenses = useFacts(stores.standing, (facts) => facts.serverLicenses);
  const unrecorded = useFacts(stores.standing, (facts) => facts.unrecorded);
  const seconds = (ms: number): number => Math.round(Math.abs(ms) / 1000);
  const status = useFacts(stores.standing, (facts) => facts.licenseStatus);
  const reason = useFacts(stores.standing, (facts) => facts.licenseReason);
  switch (dialog.kind) {
    case "clock":
      return (
        <AlertDialog title={say("dialog.clock.title")} isOpen onClose={onClose} closeLabel={say("app.ok")}>
          {clocks.length > 0 && Math.abs(skewMs) <= CLOCK_WARNING_MS
            ? null
            : say("dialog.clock.text", { seconds: seconds(skewMs) })}
          {clocks.map(({ name, offsetMs }) => (
            <p key={name}>{say("dialog.clock.server", { name, seconds: seconds(offsetMs) })}</p>
          ))}
        </AlertDialog>
      );
    case "license":
      return (
        <AlertDialog title={say("dialog.license.title")} isOpen onClose={onClose} closeLabel={say("app.ok")}>
          {licenses.length === 0 ? (
            <FailureWords of={licenseWords(say, { status, reason })} />
          ) : (
            licenses.map((license) => (
              <p key={license.id}>
                {`${license.name}: `}
                <FailureWords of={licenseWords(say, license)} />
              </p>
            ))
          )}
        </AlertDialog>
      );
    case "unrecorded":
      return (
        <AlertDialog title={say("dialog.unrecorded.title")} isOpen onClose={onClose} closeLabel={say("app.ok")}>
          {unrecorded.map(({ id, name, trouble }) => (
            <p key={id}>
              {`${name === "" ? say("dialog.unrecorded.own") : name}: `}
              <FailureWords of={trouble} />
            </p>
          ))}
          <p>{say(unrecorded.length === 0 ? "dialog.unrecorded.over" : "dialog.unrecorded.text")}</p>
        </AlertDialog>
      );
    case "framerate":
      return (
        <AlertDialog title={say("dialog.framerate.title")} isOpen onClose={onClose} closeLabel={say("app.ok")}>
          <p>{say("dialog.framerate.text")}</p>
          <SlowWords />
        </AlertDialog>
      );
    case "bandwidth":
      return (
        <AlertDialog title={say("dialog.bandwidth.title")} isOpen onClose={onClose} closeLabel={say("app.ok")}>
          <p>{say("dialog.bandwidth.text")}</p>
          <p>{say("dialog.bandwidth.recorded")}</p>
        </AlertDialog>
      );
    case "view":
    case "bookmark":
    case "patrol":
    case "export":
    case "password":
    case "second-factor":
    case "passkeys":
    case "app-passwords":
    case "palette":
    case "keys":
    case "go-to-time":
    case "events":
    case "marks":
    case "save-stage":
      // These dialogs have chunks of their own: the stage's, those of the user menu, and the command center's.
      return null;
    case "message":
      return (
        <AlertDialog title={dialog.title} isOpen onClose={onClose} closeLabel={say("app.ok")}>
          <FailureWords of={dialog.text} />
        </AlertDialog>
      );
    case "greeting":
      return (
        <ClosingDialog
          title={say("dialog.greeting.title")}
          onClose={onClose}
          closeLabel={say("dialog.greeting.dismiss")}
        >
          {dialog.text}
        </ClosingDialog>
      );
  }
}

/** A change that waits for a restart does not make the license invalid. */
const licenseWords = (say: Say, state: LicenseState): Wording | null =>
  licenseHealth(state) === "pending_change" ? say("activation.pendingText") : licenseFailure(state);
