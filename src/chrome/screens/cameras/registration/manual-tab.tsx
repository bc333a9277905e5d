import type { Failure } from "#domain/failures/failure.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FoundCamera } from "#actions/administration/camera-admin-actions.ts";
import { Form } from "react-aria-components/Form";
import type { Driver } from "#domain/cameras/capabilities.ts";
import {
  defaultUri,
  manualFaults,
  mayRegister,
  proposedName,
  type RegistrationForm,
  registrationPayload,
} from "#domain/cameras/registration.ts";
import { isNameTaken } from "#domain/same-name.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "#chrome/screens/administration/forms/form.module.css";
import { Refusal } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useOtherNames } from "../use-other-names.ts";
import { CameraLogin } from "./camera-login.tsx";
import css from "./registration.module.css";

const drivers: readonly Driver[] = ["ONVIF", "Generic RTSP"];

export const emptyManual: RegistrationForm = {
  driver: "ONVIF",
  uri: defaultUri("ONVIF"),
  name: "",
  username: "",
  password: "",
};

/** Registers one camera by hand. The typed values stay when the camera does not answer. */
export function ManualTab(props: {
  readonly form: RegistrationForm;
  readonly onChange: (part: Partial<RegistrationForm>) => void;
  readonly onProcessing: (processing: boolean) => void;
  readonly onClose: () => void;
}) {
  const { cameras } = useAdministration();
  const say = useText();
  const { form: typed, onChange: change } = props;
  const others = useOtherNames(null);
  /** what the search of the other tab has found */
  const { data: found = [] } = useQuery<readonly FoundCamera[]>({ queryKey: ["discover"], enabled: false });
  // A name that nobody has typed follows the address.
  const changeUri = (uri: string): void =>
    change({ uri, ...(typed.name === proposedName(typed.uri, found) ? { name: proposedName(uri, found) } : {}) });
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [left, setLeft] = useState({ uri: false, name: false });
  const faults = manualFaults(typed);

  const register = async (): Promise<void> => {
    if (!mayRegister(typed, processing)) return;
    setProcessing(true);
    props.onProcessing(true);
    setFailure(null);
    const done = await cameras.register(registrationPayload(typed));
    setProcessing(false);
    props.onProcessing(false);
    if (done.ok) props.onClose();
    else setFailure(done.error);
  };

  return (
    <Form
      className={css.tab ?? ""}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        void register();
      }}
    >
      <Refusal of={failure} />
      <div className={form.row}>
        <Select
          label={say("register.driver")}
          value={typed.driver}
          options={drivers.map((driver) => ({ id: driver, label: driver }))}
          onChange={(driver) =>
            change({ driver, ...(typed.uri === defaultUri(typed.driver) ? { uri: defaultUri(driver) } : {}) })
          }
        />
        <TextField
          label={say("register.uri")}
          value={typed.uri}
          autoComplete="off"
          maxLength={2000}
          onChange={changeUri}
          onBlur={() => setLeft({ ...left, uri: true })}
          error={(left.uri && faults.uri) || undefined}
        />
      </div>
      <TextField
        label={say("register.name")}
        value={typed.name}
        autoComplete="off"
        maxLength={200}
        hint={isNameTaken(typed.name, others) ? say("camera.nameTaken") : undefined}
        onChange={(name) => change({ name })}
        onBlur={() => setLeft({ ...left, name: true })}
        error={(left.name && faults.name) || undefined}
      />
      <div className={form.row}>
        <CameraLogin
          username={typed.username}
          onUsername={(username) => change({ username })}
          password={typed.password}
          onPassword={(password) => change({ password })}
        />
      </div>
      <div className={css.foot}>
        <Button isDisabled={processing} onPress={props.onClose}>
          {say("app.cancel")}
        </Button>
        <Button tone="primary" type="submit" isDisabled={!mayRegister(typed, processing)}>
          {say(processing ? "register.registering" : "register.register")}
        </Button>
      </div>
    </Form>
  );
}
