/** One camera of the export dialog: the stream's picture at the start, its buttons, and what went wrong. */
import type { Failure } from "#domain/failures/failure.ts";
import { IconAlertTriangle, IconVideoOff } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { ExportActions } from "#actions/recordings/export-actions.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { Spinner } from "#chrome/kit/feedback/spinner.tsx";
import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { nameOnServer } from "#domain/cameras/camera-names.ts";
import { type ExportFormat, type ExportRange, formatsFor } from "#domain/recordings/export-rules.ts";
import type { Lens } from "#domain/dewarp/lens.ts";
import type { CameraFacts } from "#state/camera-store.ts";
import type { ExportedView } from "./exported-view.ts";
import css from "./export.module.css";
import { ExportViews, WHOLE_PICTURE } from "./export-views.tsx";
import { useOfferedStream } from "./use-offered-stream.ts";
import type { RecordedPicture } from "./use-recorded-picture.ts";

export interface ExportRowProps {
  readonly camera: CameraFacts;
  readonly actions: ExportActions;
  /** null: the range is invalid, and nothing can be exported */
  readonly range: ExportRange | null;
  /**
   * why this camera's server would refuse to export the range; null: it would not, or nothing can be exported at all
   */
  readonly refusal?: Failure | null;
  /** the name of the camera's server; absent: there is only one server */
  readonly server?: string | undefined;
  readonly pictureMs: number;
  readonly mobileSafari: boolean;
  /** views of the camera, a fisheye, any of which can be exported instead of the whole picture, or where that may not be */
  readonly views: readonly ExportedView[];
  /** what of the camera the stage shows: ids of views, `WHOLE_PICTURE`; a view that is its only tile is chosen at first */
  readonly shownViews: readonly string[];
  /** found in its picture; null = none */
  readonly lens: Lens | null;
  /** the time zone that the file name uses */
  readonly zoneName: string;
  /** the stream by which the camera is part of the zip; null: it is not */
  readonly chosenStreamId: string | null;
  /** its exports are made without privacy masks */
  readonly isUnmasked: boolean;
  readonly onChoose: (streamId: string | null) => void;
  /** what of it is part of the zip, of a fisheye with views: as `shownViews` */
  readonly zipViews: readonly string[];
  readonly onZipViews: (ids: readonly string[]) => void;
}

export function ExportRow(props: ExportRowProps) {
  const { camera, actions, range, refusal = null, pictureMs, mobileSafari, zoneName: zone, onChoose } = props;
  const chosen = props.chosenStreamId !== null;
  const failureText = useFailureText();
  const say = useText();
  const [viewId, setViewId] = useState(props.shownViews.length === 1 ? props.shownViews[0] : WHOLE_PICTURE);
  const isWhole = camera.actions.export;
  const view = props.views.find(({ id }) => id === viewId) ?? (isWhole ? undefined : props.views[0]);
  const named = props.server === undefined ? camera.name : nameOnServer(camera.name, props.server);
  const row = useRef<HTMLLIElement>(null);
  const { streamId, picture, pick } = useOfferedStream(camera, row, actions, pictureMs);
  // The zip takes the stream that the row shows.
  const isOther = chosen && props.chosenStreamId !== streamId;
  const follow = useEffectEvent(() => onChoose(streamId));
  useEffect(() => {
    if (isOther) follow();
  }, [isOther]);
  const run = useFacts(actions.store, (facts) => facts.byKey[streamId]);
  const broken = run?.phase === "failed";
  const isDisabled = range === null || streamId === "" || broken || !(isWhole || view);
  const begin = (format: ExportFormat["format"]): void => {
    if (range === null) return;
    void actions.begin({
      key: streamId,
      streamIds: [streamId],
      range,
      format,
      zip: false,
      zone,
      isUnmasked: props.isUnmasked,
      ...(view ? { view: { name: view.name, look: view.look, lens: props.lens } } : {}),
    });
  };
  const retry = (): void => {
    const format = run?.format ?? "mkv";
    actions.cancel(streamId);
    begin(format);
  };
  const error =
    broken && run.failure ? `${failureText(run.failure)}${run.detail ? ` (${failureText(run.detail)})` : ""}` : null;
  return (
    <li ref={row} className={css.row} data-stream-id={streamId}>
      <Checkbox
        aria-label={say("export.choose", { camera: named })}
        isSelected={chosen}
        isDisabled={streamId === ""}
        onChange={(on) => onChoose(on ? streamId : null)}
      />
      <span className={css.picture}>
        <Picture {...picture} />
        {error === null ? null : (
          <span className={css.errorIcon}>
            <IconButton size="small" label={say("export.error", { error })}>
              <IconAlertTriangle size={18} />
            </IconButton>
          </span>
        )}
      </span>
      <div className={css.what}>
        <span className={css.name}>{camera.name}</span>
        {props.server === undefined ? null : <span className={css.note}>{props.server}</span>}
        {camera.streams.length > 1 ? (
          <Select
            compact
            label={say("export.stream")}
            value={streamId}
            options={camera.streams.map(({ id, name }) => ({ id, label: name }))}
            onChange={pick}
          />
        ) : null}
        {props.views.length > 0 ? (
          <Select
            compact
            label={say("export.view")}
            value={view?.id ?? WHOLE_PICTURE}
            options={[
              ...(isWhole ? [{ id: WHOLE_PICTURE, label: say("export.wholePicture") }] : []),
              ...props.views.map(({ id, name }) => ({ id, label: name })),
            ]}
            onChange={setViewId}
          />
        ) : null}
        {props.views.length > 0 && chosen ? (
          <ExportViews
            camera={named}
            isWhole={isWhole}
            views={props.views}
            chosen={props.zipViews}
            onChoose={props.onZipViews}
          />
        ) : null}
        {error === null ? null : <span className={css.fault}>{failureText(run?.failure ?? "")}</span>}
        {refusal === null ? null : <span className={css.fault}>{failureText(refusal)}</span>}
      </div>
      <div className={css.buttons}>
        {formatsFor(isWhole && !view && (camera.dewarp !== null || camera.hasDewarp), mobileSafari).map(
          ({ format, extension }) => (
            <Button
              key={format}
              size="small"
              isDisabled={isDisabled}
              aria-label={say("export.as", { camera: named, format: extension.slice(1).toUpperCase() })}
              onPress={() => begin(format)}
            >
              {say("export.verb", { format: extension.slice(1).toUpperCase() })}
            </Button>
          ),
        )}
        {broken && range !== null ? (
          <Button size="small" tone="quiet" onPress={retry}>
            {say("export.retry")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function Picture({ address, isLoading }: RecordedPicture) {
  if (address !== null) return <img src={address} alt="" draggable={false} />;
  return isLoading ? <Spinner /> : <IconVideoOff size={20} aria-hidden="true" />;
}
