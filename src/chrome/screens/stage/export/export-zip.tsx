/** The ticked cameras as one zip with a signed manifest. */
import { useState } from "react";
import type { ExportActions } from "#actions/recordings/export-actions.ts";
import type { ExportOrder } from "#actions/recordings/export-order.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { type ExportRange, formatsFor } from "#domain/recordings/export-rules.ts";
import { lengthLabel } from "#domain/timeline/strip/stills.ts";
import { ZIP_KEY } from "#state/export-store.ts";
import css from "./export.module.css";

interface ExportZipProps {
  readonly actions: ExportActions;
  readonly streamIds: readonly string[];
  /** what of fisheyes it has */
  readonly views?: NonNullable<ExportOrder["views"]>;
  /** without privacy masks */
  readonly isUnmasked?: boolean;
  /** null: the range is invalid */
  readonly range: ExportRange | null;
  readonly mobileSafari: boolean;
  /** the time zone that the file names use */
  readonly zoneName: string;
}

export function ExportZip(props: ExportZipProps) {
  const { actions, streamIds, range, mobileSafari, zoneName: zone } = props;
  const say = useText();
  const [format, setFormat] = useState<"mkv" | "mov">("mkv");
  const count = streamIds.length;
  const begin = (): void => {
    if (range === null) return;
    const title = (cameras: number): string => say("export.zipTitle", { count: cameras });
    void actions.begin({
      key: ZIP_KEY,
      streamIds,
      range,
      format,
      zip: true,
      zone,
      title,
      ...(props.views && Object.keys(props.views).length > 0 ? { views: props.views } : {}),
      isUnmasked: props.isUnmasked ?? false,
    });
  };
  const what =
    range === null || count === 0
      ? say("export.zip", { count })
      : say("export.zipOf", {
          count,
          format: format.toUpperCase(),
          length: lengthLabel(range.stopMs - range.startMs),
        });
  return (
    <section aria-label={say("export.several")}>
      <div className={css.zipRow}>
        <Select
          label={say("export.format")}
          value={format}
          options={formatsFor(false, mobileSafari).flatMap((each) =>
            each.format === "dewarp" ? [] : [{ id: each.format, label: each.extension }],
          )}
          onChange={setFormat}
        />
        <Button tone="primary" isDisabled={range === null || count === 0} onPress={begin}>
          {what}
        </Button>
      </div>
    </section>
  );
}

/** What shows later that nobody has changed the zip. */
export function ZipProof({
  actions,
  serverName,
}: Pick<ExportZipProps, "actions"> & {
  /** the names of the aggregator's servers: each makes a zip of its own cameras */
  readonly serverName?: ((orchidId: string) => string) | undefined;
}) {
  const say = useText();
  const fingerprints = useFacts(actions.store, (facts) => facts.fingerprints);
  return (
    <>
      <p className={css.note}>{say("export.severalHint")}</p>
      {fingerprints.map(({ serverId, fingerprint }) => (
        <p key={serverId} className={css.note}>
          {serverId === "" ? "" : `${serverName?.(serverId) ?? ""}: `}
          {say("export.fingerprint", { fingerprint })}
        </p>
      ))}
    </>
  );
}
