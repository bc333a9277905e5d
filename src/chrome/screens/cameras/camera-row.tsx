import { IconCamera, IconChevronDown } from "@tabler/icons-react";
import { memo, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { StreamHealth } from "#actions/administration/stream-admin-actions.ts";
import { isHealthy, readStreamState, streamTone } from "#domain/cameras/stream-status.ts";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { Tooltip } from "#chrome/kit/popup/tooltip.tsx";
import { StreamPreviewDialog } from "../administration/streams/stream-preview-dialog.tsx";
import { stateWords } from "../administration/streams/use-words.ts";
import { usePreview } from "../stage/panel/use-preview.ts";
import { useText } from "#chrome/texts/use-text.ts";
import form from "../administration/forms/form.module.css";
import css from "./cameras.module.css";

interface CameraRowProps {
  readonly camera: AdminCamera;
  /** the state of its primary stream; undefined: not known yet */
  readonly now: StreamHealth | undefined;
  readonly selected: boolean;
  readonly onSelect: (id: string, selected: boolean) => void;
  readonly onExpand: (id: string) => void;
  /** its edit panel, rendered while the row is expanded */
  readonly panel: ReactNode;
}

/**
 * One camera of the list. It renders again only when one of its own facts changes, because there may be a thousand
 * rows.
 */
export const CameraRow = memo(function CameraRow(props: CameraRowProps) {
  const { camera, now, selected, panel } = props;
  const expanded = panel !== null;
  const onExpand = (): void => props.onExpand(camera.id);
  const say = useText();
  const panelId = useId();
  const thumb = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLLIElement>(null);
  // The row is open from the beginning when a link leads here; it may be far down the list.
  const [linked] = useState(expanded);
  useEffect(() => {
    if (linked) row.current?.scrollIntoView({ block: "start" });
  }, [linked]);
  const [preview, setPreview] = useState(false);
  const streamId = camera.primaryStream?.id ?? null;
  const state =
    now?.state ?? readStreamState(camera.lastStreamState ?? camera.primaryStream?.status?.streamState ?? "unknown");
  const running = isHealthy(state);
  const picture = usePreview(thumb, running ? streamId : null);
  const name = camera.name === "" ? camera.id : camera.name;

  return (
    <li ref={row} className={css.item} data-camera={camera.id}>
      <div className={css.row}>
        <Checkbox
          aria-label={say("cameras.select", { name })}
          isSelected={selected}
          isDisabled={camera.recordedFor !== undefined}
          onChange={(on) => props.onSelect(camera.id, on)}
        />
        <div ref={thumb}>
          <AriaButton
            className={css.thumb ?? ""}
            aria-label={say("cameras.preview", { name })}
            isDisabled={!running}
            onPress={() => setPreview(true)}
          >
            {picture.kind === "picture" ? (
              <img src={picture.url} alt="" />
            ) : (
              <IconCamera size={20} aria-hidden="true" />
            )}
          </AriaButton>
        </div>
        <div className={css.words}>
          <Tooltip text={say("cameras.ids", { camera: camera.id, stream: streamId ?? say("cameras.noStream") })}>
            <AriaButton className={css.name ?? ""} onPress={onExpand}>
              {name}
            </AriaButton>
          </Tooltip>
          <span className={css.state}>
            <span className={css.dot} data-tone={streamTone(state, now?.retryCount)} aria-hidden="true" />
            {stateWords(say, state, now?.retryCount ?? 0)}
            {camera.recordedFor ? (
              <span className={form.badge}>{say("camera.recordedFor", { name: camera.recordedFor.name })}</span>
            ) : null}
          </span>
        </div>
        <span className={css.model}>
          {camera.displayModel ?? camera.configuration.Model ?? camera.driver}
          <br />
          {camera.configuration.IPAddress ?? ""}
        </span>
        <IconButton
          label={say("cameras.expand", { name })}
          aria-expanded={expanded}
          {...(expanded ? { "aria-controls": panelId } : {})}
          onPress={onExpand}
        >
          <IconChevronDown
            size={18}
            aria-hidden="true"
            className={css.chevron ?? ""}
            data-open={expanded || undefined}
          />
        </IconButton>
      </div>
      {expanded ? <div id={panelId}>{panel}</div> : null}
      {preview && streamId !== null ? (
        <StreamPreviewDialog streamId={streamId} name={name} onClose={() => setPreview(false)} />
      ) : null}
    </li>
  );
});
