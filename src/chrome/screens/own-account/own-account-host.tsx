/** Shows the dialogs of the user menu; their chunk, and its texts, come with the first. */
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { useProduct } from "#chrome/product.ts";
import { loadAllTexts } from "#chrome/texts/load-texts.ts";
import { useFacts } from "#chrome/use-facts.ts";

const PasswordDialog = lateChunk(async () => {
  const [dialog] = await Promise.all([import("./password-dialog.tsx"), loadAllTexts()]);
  return dialog;
});
const FactorDialog = lateChunk(async () => {
  const [dialog] = await Promise.all([import("./factor-dialog.tsx"), loadAllTexts()]);
  return dialog;
});

const PasskeysDialog = lateChunk(async () => {
  const [dialog] = await Promise.all([import("./passkeys-dialog.tsx"), loadAllTexts()]);
  return dialog;
});

const AppPasswordsDialog = lateChunk(async () => {
  const [dialog] = await Promise.all([import("./app-passwords-dialog.tsx"), loadAllTexts()]);
  return dialog;
});

const DIALOGS = {
  password: PasswordDialog,
  "second-factor": FactorDialog,
  passkeys: PasskeysDialog,
  "app-passwords": AppPasswordsDialog,
} as const;
const isOwn = (kind: string | null): kind is keyof typeof DIALOGS => kind !== null && kind in DIALOGS;

export default function OwnAccountHost() {
  const { stores } = useProduct();
  const shown = useFacts(stores.dialogs, ({ queue: [first] }) => first?.kind ?? null);
  const close = (): void =>
    stores.dialogs.change((facts) => {
      if (facts.queue[0]?.kind === shown) facts.queue.shift();
    });
  if (!isOwn(shown)) return null;
  const OwnDialog = DIALOGS[shown];
  return (
    <LatePart onClose={close}>
      <OwnDialog onClose={close} />
    </LatePart>
  );
}
