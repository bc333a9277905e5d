import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { Confirmed } from "./confirmed.tsx";

export function RemoveLicenseDialog(props: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { license } = useAdministration();
  const say = useText();
  return (
    <Confirmed
      title={say("activation.removeTitle")}
      confirmLabel={say("activation.removeConfirm")}
      act={() => license.remove()}
      {...props}
    >
      {say("activation.removeText")}
    </Confirmed>
  );
}
