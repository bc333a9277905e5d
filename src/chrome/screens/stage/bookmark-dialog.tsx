/** Names a bookmark: one that is set already, or one that is set when the name is saved. */
import { useState } from "react";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import type { DialogFacts } from "#state/dialog-store.ts";
import { NameDialog } from "./name-dialog.tsx";
import { useBookmarkNow } from "./use-bookmark-now.ts";

export default function BookmarkDialog({ onClose }: { readonly onClose: () => void }) {
  const { stores } = useProduct();
  const [asked] = useState(() => stores.dialogs.get().queue[0]);
  return asked?.kind === "bookmark" ? <NameOfBookmark asked={asked} onClose={onClose} /> : null;
}

interface NameProps {
  readonly asked: Extract<DialogFacts, { readonly kind: "bookmark" }>;
  readonly onClose: () => void;
}

function NameOfBookmark({ asked: { place, made }, onClose }: NameProps) {
  const { bookmarks } = useWorkspace();
  const say = useText();
  const { tell, words } = useBookmarkNow();
  const [name, setName] = useState("");
  // Without a name it is a bookmark all the same.
  const text = name.trim() || say("marks.bookmark");
  const save = async () => {
    if (made !== null) return bookmarks.rename(made, text);
    const answer = await bookmarks.add(place.streamIds, place.timeMs, text);
    if (answer.ok) tell(place, answer.value);
    return answer;
  };
  return (
    <NameDialog
      title={say("marks.nameTitle")}
      label={say("marks.text")}
      saveLabel={say("marks.save")}
      name={name}
      onName={setName}
      problem={null}
      hint={say("marks.at", words(place))}
      onSave={save}
      onSaved={onClose}
      onClose={onClose}
    />
  );
}
