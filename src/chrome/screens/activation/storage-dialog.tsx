import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { Confirmed } from "./confirmed.tsx";

/** Takes over a storage device that changed, for a server without a license: no license to remove is the same call. */
export function StorageDialog(props: { readonly onClose: () => void; readonly onDone: () => void }) {
  const { license } = useAdministration();
  const say = useText();
  return (
    <Confirmed
      title={say("activation.storageTitle")}
      confirmLabel={say("activation.storageConfirm")}
      act={() => license.remove()}
      {...props}
    >
      {say("activation.storageText")}
    </Confirmed>
  );
}
