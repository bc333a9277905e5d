import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { StreamHealth } from "#actions/administration/stream-admin-actions.ts";
import { failure } from "#domain/failures/failure.ts";
import { readStreamState } from "#domain/cameras/stream-status.ts";
import { canRecover } from "#domain/cameras/registration.ts";
import { proxyAddress } from "#domain/cameras/server-ports.ts";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { Button } from "#chrome/kit/button/button.tsx";
import { CopyButton } from "#chrome/kit/feedback/copy-button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { useProduct } from "#chrome/product.ts";
import { camerasAddress } from "#chrome/screens/administration/addresses.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import form from "../administration/forms/form.module.css";
import { type Message, MessageAlert } from "../administration/forms/message-alert.tsx";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import css from "./cameras.module.css";
import { EditNameDialog } from "./edit-name-dialog.tsx";
import { RecoverDialog } from "./registration/recover-dialog.tsx";
import { StreamsTable } from "./streams/streams-table.tsx";
import { useCamerasChanged } from "./use-cameras-changed.ts";

// These dialogs contain pixi, so they are loaded when a user opens one.
const DewarpDialog = chunk(() => import("./dewarp/dewarp-dialog.tsx"));
const MotionDialog = chunk(() => import("./motion/motion-dialog.tsx"));
const PrivacyDialog = chunk(() => import("./privacy/privacy-dialog.tsx"));

/** The facts of one camera and the actions on it. */
export function CameraPanel(props: {
  readonly camera: AdminCamera;
  readonly others: readonly AdminCamera[];
  readonly health: ReadonlyMap<string, StreamHealth>;
  readonly onDelete: () => void;
  readonly onStreamOpen: (isOpen: boolean) => void;
}) {
  const { camera, health, onDelete } = props;
  const { stores } = useProduct();
  const { cameras } = useAdministration();
  const say = useText();
  const changed = useCamerasChanged();
  const about = useFacts(stores.session, (facts) => facts.about);
  const address = useAddress(camerasAddress);
  // What is changed here its owner would undo: a link leads to no dialog either.
  const owner = camera.recordedFor?.name;
  const dialog = owner === undefined ? address.value.dialog : undefined;
  const openDialog = (which: NonNullable<typeof address.value.dialog>): void =>
    address.open({ camera: camera.id, dialog: which });
  const closeDialog = (): void => address.close({ camera: camera.id });
  const [verifying, setVerifying] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);

  const primary = camera.streams.find((stream) => stream.id === camera.primaryStream?.id);
  const status = readStreamState(primary && (health.get(primary.id)?.state ?? primary.status?.streamState));
  const cameraUrl = primary?.configuration.Resource ?? camera.primaryStream?.rtsp ?? "";
  const proxyUrl = primary ? proxyAddress(about, window.location.hostname, primary.id) : null;

  const verify = async (): Promise<void> => {
    setVerifying(true);
    const done = await cameras.verify(camera.id);
    setVerifying(false);
    if (done.ok && done.value.success)
      return setMessage({ title: say("camera.verified", { name: camera.name }), text: done.value.said, good: true });
    const cause = done.ok ? done.value.said : done.error;
    setMessage({
      title: say("camera.verifyFailed", { name: camera.name }),
      text: failure("camera/verify-failed", { cause }),
    });
  };

  return (
    <div className={css.panel}>
      {owner === undefined ? null : <Notice tone="info">{say("camera.borrowed", { name: owner })}</Notice>}
      <section className={css.block}>
        <h2>{say("camera.information")}</h2>
        <dl className={form.facts}>
          <Fact label={say("camera.name")}>
            {camera.name}
            {owner === undefined ? (
              <IconButton size="small" label={say("camera.editName")} onPress={() => openDialog("name")}>
                <IconPencil size={14} aria-hidden="true" />
              </IconButton>
            ) : null}
          </Fact>
          <Fact label={say("camera.model")}>
            {camera.displayModel ??
              ([camera.configuration.Manufacturer, camera.configuration.Model].filter(Boolean).join(" ") ||
                camera.driver)}
          </Fact>
          <Fact label={say("camera.driver")}>{camera.driver}</Fact>
          {camera.connectionUri ? <Url label={say("camera.address")} url={camera.connectionUri} /> : null}
          <Fact label={say("camera.status")}>{say(`state.${status}`)}</Fact>
          {cameraUrl === "" ? null : <Url label={say("camera.rtsp")} url={cameraUrl} />}
          {proxyUrl === null ? null : <Url label={say("camera.proxyRtsp")} url={proxyUrl} />}
        </dl>
      </section>
      <StreamsTable
        camera={camera}
        others={props.others}
        health={health}
        onMessage={setMessage}
        onOpen={props.onStreamOpen}
      />
      {owner === undefined ? (
        <section className={css.block}>
          <h2>{say("camera.advanced")}</h2>
          <div className={css.buttons}>
            <Button onPress={() => openDialog("dewarp")}>{say("camera.dewarp")}</Button>
            <Button onPress={() => openDialog("motion")}>{say("camera.motion")}</Button>
            {camera.permissions?.actions.unmask ? (
              <Button onPress={() => openDialog("privacy")}>{say("camera.privacy")}</Button>
            ) : null}
          </div>
        </section>
      ) : null}
      <section className={css.block}>
        <h2>{say("camera.actions")}</h2>
        <div className={css.buttons}>
          <Button isDisabled={verifying} onPress={() => void verify()}>
            {say(verifying ? "status.verifying" : "camera.verify")}
          </Button>
          {owner === undefined ? (
            <>
              <Button
                onPress={() => {
                  if (canRecover(about?.version ?? "")) openDialog("recover");
                  else setMessage({ title: say("camera.recover"), text: say("failure.camera/recover-unsupported") });
                }}
              >
                {say("camera.recover")}
              </Button>
              <Button tone="danger" onPress={onDelete}>
                {say("camera.delete")}
              </Button>
            </>
          ) : null}
        </div>
      </section>
      {dialog === "name" ? <EditNameDialog camera={camera} onClose={closeDialog} /> : null}
      {dialog === "dewarp" ? (
        <LatePart onClose={closeDialog}>
          <DewarpDialog camera={camera} health={health} onSaved={changed} onClose={closeDialog} />
        </LatePart>
      ) : null}
      {dialog === "motion" ? (
        <LatePart onClose={closeDialog}>
          <MotionDialog camera={camera} health={health} onSaved={changed} onClose={closeDialog} />
        </LatePart>
      ) : null}
      {dialog === "privacy" && camera.permissions?.actions.unmask ? (
        <LatePart onClose={closeDialog}>
          <PrivacyDialog camera={camera} health={health} onSaved={changed} onClose={closeDialog} />
        </LatePart>
      ) : null}
      {dialog === "recover" && canRecover(about?.version ?? "") ? (
        <RecoverDialog camera={camera} onClose={closeDialog} />
      ) : null}
      <MessageAlert message={message} onClose={() => setMessage(null)} />
    </div>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={form.inline}>{children}</dd>
    </>
  );
}

function Url({ label, url }: { readonly label: string; readonly url: string }) {
  const say = useText();
  return (
    <Fact label={label}>
      <span className={css.url}>{url}</span>
      <CopyButton
        text={url}
        label={say("admin.copy", { name: label })}
        copied={say("admin.copied")}
        failed={say("admin.copyFailed")}
      />
    </Fact>
  );
}
