import { useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import { isSameServer } from "#domain/cameras/registration.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { CameraLogin } from "./camera-login.tsx";
import { useCamerasChanged } from "../use-cameras-changed.ts";

/** Connection settings of a camera that moved or got another password. */
export function RecoverDialog({ camera, onClose }: { readonly camera: AdminCamera; readonly onClose: () => void }) {
  const { cameras } = useAdministration();
  const say = useText();
  const changed = useCamerasChanged();
  const before = camera.connectionUri ?? camera.configuration.BaseUri ?? "";
  const [uri, setUri] = useState(before);
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [noPassword, setNoPassword] = useState(false);
  const keepsPassword = isSameServer(camera.driver, before, uri);
  return (
    <FormDialog
      title={say("recover.title")}
      submitLabel={say("recover.recover")}
      valid={uri.trim() !== ""}
      onSubmit={() =>
        cameras.change(camera.id, {
          connection: {
            uri: uri.trim(),
            ...(username === "" ? {} : { username }),
            // An empty field says nothing; that there is no password is said.
            ...(noPassword ? { password: "" } : password === "" ? {} : { password }),
          },
        })
      }
      onDone={changed}
      onClose={onClose}
    >
      <p>{say("recover.text")}</p>
      <TextField label={say("register.uri")} value={uri} onChange={setUri} autoComplete="off" maxLength={2000} />
      <CameraLogin
        username={username}
        onUsername={setUsername}
        password={noPassword ? "" : password}
        onPassword={setPassword}
        noPassword={noPassword}
        passwordHint={say(keepsPassword ? "recover.passwordHint" : "recover.passwordAgain")}
      />
      <Checkbox isSelected={noPassword} onChange={setNoPassword}>
        {say("recover.noPassword")}
      </Checkbox>
    </FormDialog>
  );
}
