import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import { isSameServer } from "#domain/cameras/registration.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "#chrome/screens/administration/forms/form-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { CameraLogin } from "./camera-login.tsx";
import { useCamerasChanged } from "../use-cameras-changed.ts";

/** The connection settings of a camera that has a new address or a new password. */
export function RecoverDialog({ camera, onClose }: { readonly camera: AdminCamera; readonly onClose: () => void }) {
  const { cameras } = useAdministration();
  const say = useText();
  const changed = useCamerasChanged();
  const before = camera.connectionUri ?? camera.configuration.BaseUri ?? "";
  const { values, change, field } = useForm({ uri: before, username: "", password: "", noPassword: false });
  const { uri, username, password, noPassword } = values;
  const keepsPassword = isSameServer(camera.driver, before, uri);
  return (
    <FormDialog
      title={say("camera.recover")}
      submitLabel={say("recover.recover")}
      valid={uri.trim() !== ""}
      onSubmit={() =>
        cameras.change(camera.id, {
          connection: {
            uri: uri.trim(),
            ...(username === "" ? {} : { username }),
            // An empty field could mean that the password is kept, so the text says that there is none.
            ...(noPassword ? { password: "" } : password === "" ? {} : { password }),
          },
        })
      }
      onDone={changed}
      onClose={onClose}
    >
      <p>{say("recover.text")}</p>
      <TextField label={say("register.uri")} {...field("uri")} autoComplete="off" maxLength={2000} />
      <CameraLogin
        username={username}
        onUsername={field("username").onChange}
        password={noPassword ? "" : password}
        onPassword={field("password").onChange}
        noPassword={noPassword}
        passwordHint={say(keepsPassword ? "recover.passwordHint" : "recover.passwordAgain")}
      />
      <Checkbox isSelected={noPassword} onChange={(none) => change({ noPassword: none })}>
        {say("recover.noPassword")}
      </Checkbox>
    </FormDialog>
  );
}
