import { type ReactNode, useState } from "react";
import type { Result } from "#base/result.ts";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { requiredName } from "#domain/required-name.ts";
import { freeStageName } from "#domain/stage/saved-stages.ts";
import { shortName } from "#domain/short-name.ts";
import { NameDialog } from "../name-dialog.tsx";

/** The dialog of a view or a patrol: its name, whether others have it too, and more fields as children. */
export function SharedNameDialog(props: {
  readonly of: "view" | "patrol";
  readonly title: string;
  /** `cameraKey` */
  readonly camera: string;
  /** null: a new one */
  readonly before: { readonly name: string; readonly shared: boolean } | null;
  /** the names that are taken when the dialog opens: a new one begins with another */
  readonly taken: () => readonly string[];
  readonly save: (name: string, shared: boolean) => Promise<Result<unknown, Failure>>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}) {
  const { of, before, onClose } = props;
  const { stores } = useProduct();
  const say = useText();
  const mayShare = useFacts(stores.cameras, ({ byKey }) => byKey[props.camera]?.actions.shareViews ?? false);
  const [name, setName] = useState(
    () => before?.name ?? freeStageName(props.taken(), (number) => say(`${of}s.free`, { number })),
  );
  const [shared, setShared] = useState(before?.shared ?? false);
  const read = requiredName(name, of);
  return (
    <NameDialog
      title={props.title}
      label={say(`${of}s.name`)}
      saveLabel={say("views.save")}
      name={name}
      onName={setName}
      problem={read.ok ? null : read.error}
      onSave={() => props.save(name, shared)}
      onSaved={() => {
        showToast({ text: say(`${of}s.saved`, { name: shortName(name.trim()) }), tone: "info" });
        onClose();
      }}
      onClose={onClose}
    >
      {props.children}
      {mayShare ? (
        <Checkbox isSelected={shared} onChange={setShared}>
          {say("views.share")}
        </Checkbox>
      ) : null}
    </NameDialog>
  );
}
