import { useEffect, useRef, useState } from "react";
import { type FoundLens, LensSearch } from "#actions/stage/lens-search.ts";
import { changedFields } from "#domain/changed-fields.ts";
import { DEFAULT_DEWARP_CONFIG, type DewarpConfig, parseDewarpConfig } from "#domain/dewarp/config.ts";
import { circleDistance, clampLens, DEFAULT_LENS, type Lens, MOVED_FROM, withCircle } from "#domain/dewarp/lens.ts";
import type { LensOrigin } from "./lens-fields.tsx";

/** The number of pictures in which the circle is searched, one second apart. */
const SEARCH_PICTURES = 5;

const usualSearch = (): LensSearch => new LensSearch();

/**
 * The settings while they are edited. A stored lens is kept; otherwise the circle is searched in the first pictures,
 * and a value that a user has set by hand is never overwritten. A stored circle is looked for, too: where size or crop
 * of the stream have changed since, it is elsewhere in the picture.
 */
export function useSettings(
  stored: unknown,
  picture: ImageBitmap | null,
  newSearch: () => Pick<LensSearch, "add"> = usualSearch,
) {
  const [first] = useState(() => readOr(stored, DEFAULT_DEWARP_CONFIG));
  const [config, setConfig] = useState(first);
  const [lens, setLens] = useState<Lens>(first.lens ?? DEFAULT_LENS);
  const [origin, setOrigin] = useState<LensOrigin>(first.lens ? "stored" : "default");
  const [certainty, setCertainty] = useState<FoundLens | null>(null);
  const [searching, setSearching] = useState(first.lens === null);
  const [checking, setChecking] = useState(first.lens !== null);
  const [moved, setMoved] = useState<FoundLens | null>(null);
  const isOwnLens = origin === "found" || origin === "set";
  const search = useRef<{ finder: Pick<LensSearch, "add">; pictures: number } | null>(null);

  useEffect(() => {
    if (!(searching || checking) || !picture) return;
    const mine = (search.current ??= { finder: newSearch(), pictures: 0 });
    mine.pictures += 1;
    const found = mine.finder.add(picture);
    if (found && !searching) {
      const size = { width: picture.width, height: picture.height };
      if (first.lens && circleDistance(first.lens, found.lens, size) > MOVED_FROM) setMoved(found);
    } else if (found) {
      setLens((known) => withCircle(known, found.lens));
      setCertainty(found);
      setOrigin("found");
    }
    if (mine.pictures < SEARCH_PICTURES) return;
    search.current = null;
    setSearching(false);
    setChecking(false);
  }, [searching, checking, picture, first, newSearch]);
  const begin = (): void => {
    search.current = null;
    setChecking(false);
  };

  return {
    config,
    lens,
    origin,
    /** how certain the circle is that was found */
    certainty,
    searching,
    /** where the picture shows the circle, when that is not where it was stored */
    moved: origin === "stored" ? moved : null,
    takeMoved: (): void => {
      if (!moved) return;
      begin();
      setLens(withCircle(lens, moved.lens));
      setCertainty(moved);
      setOrigin("found");
    },
    changed: config !== first || isOwnLens,
    change: (part: Partial<DewarpConfig>): void => setConfig({ ...config, ...part }),
    changeLens: (next: Lens): void => {
      begin();
      setSearching(false);
      setLens(clampLens(next));
      setOrigin("set");
    },
    search: (): void => {
      begin();
      setSearching(true);
    },
    /**
     * the settings to save: the changes that were made here, applied to what is stored by now, because another user may
     * have changed that. A default lens that was neither found nor set is left out.
     */
    result: (): DewarpConfig => {
      const now = { ...readOr(stored, first), ...changedFields(first, config) };
      return isOwnLens ? { ...now, lens } : now;
    },
  };
}

function readOr(stored: unknown, otherwise: DewarpConfig): DewarpConfig {
  const read = parseDewarpConfig(stored ?? {});
  return read.ok ? read.value : otherwise;
}
