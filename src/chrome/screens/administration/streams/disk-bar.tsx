import type { Disk } from "#actions/administration/system-actions.ts";
import { cameraColour } from "#chrome/kit/colour-swatch.tsx";
import { diskBar } from "#domain/recordings/retention.ts";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./disk-bar.module.css";

/** The share of one camera in the recordings. */
interface DiskPart {
  readonly id: string;
  readonly bytes: number;
  readonly colourClass: number;
}

/**
 * How full the disk is, with what, and at which level the cleaner begins. `parts`: the recordings by camera, in their
 * colours.
 */
export function DiskBar({ disk, parts = [] }: { readonly disk: Disk; readonly parts?: readonly DiskPart[] }) {
  const say = useText();
  const bytesWords = useBytesWords();
  const { capacity, free } = disk.storage;
  const shares = diskBar({
    capacity,
    free,
    archivesSize: disk.archivesSize,
    thresholdPercentage: disk.thresholdPercentage,
  });
  const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
  const threshold = say("disk.threshold", { percent: disk.thresholdPercentage });
  const others = Math.max(0, capacity - free - disk.archivesSize);
  return (
    <div className={css.disk}>
      <p>{say("disk.summary", { used: bytesWords(capacity - free), capacity: bytesWords(capacity) })}</p>
      <div className={css.bar} aria-hidden="true">
        <div className={css.track}>
          <span className={css.archives} style={{ width: percent(shares.archives) }}>
            {parts.map((part) => (
              <i key={part.id} style={{ ...cameraColour(part.colourClass), flexGrow: part.bytes }} />
            ))}
          </span>
          <span className={css.other} style={{ width: percent(shares.other) }} />
        </div>
        <span className={css.mark} style={{ insetInlineStart: percent(shares.threshold) }} />
      </div>
      <ul className={css.legend}>
        <li>
          <i className={css.archives}>
            {parts.map((part) => (
              <i key={part.id} style={cameraColour(part.colourClass)} />
            ))}
          </i>
          {say("disk.archives")} <b>{bytesWords(disk.archivesSize)}</b>
        </li>
        <li>
          <i className={css.other} />
          {say("disk.other")} <b>{bytesWords(others)}</b>
        </li>
        <li>
          <i className={css.free} />
          {say("disk.free")} <b>{bytesWords(free)}</b>
        </li>
        <li>
          <i className={css.line} />
          {threshold}
        </li>
      </ul>
    </div>
  );
}
