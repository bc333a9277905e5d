/**
 * The cameras tab: a chip search through all cameras; without a search the Groups section with breadcrumbs and the
 * Servers section. It has three layouts; previews are added by double-click, Enter or drag, several of them when they
 * are selected.
 */
import { IconLayoutGrid, IconLayoutList, IconPhoto, IconX } from "@tabler/icons-react";
import { type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { SearchField } from "#chrome/kit/field/search-field.tsx";
import { EmptyState, ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useFoundCameras } from "#chrome/use-found-cameras.ts";
import { pathToGroup } from "#domain/cameras/camera-groups.ts";
import { defaultLayout, layoutIsForced, newChip, searchPanel, shownLayout, toggleLayout } from "#domain/panel.ts";
import { actedOn, nothingSelected, type SelectHow, selectIn } from "#domain/panel-selection.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import type { NamedView, Patrol } from "#state/stage/view-store.ts";
import { ArrangeTools } from "./arrange-tools.tsx";
import { CameraList } from "./camera-list.tsx";
import { GroupsSection } from "./groups/groups-section.tsx";
import css from "./panel.module.css";
import { ServerHeading } from "./groups/server-heading.tsx";
import { ServersSection } from "./groups/servers-section.tsx";
import { NoCameras } from "./no-cameras.tsx";
import { usePanelDrag } from "../input/use-panel-drag.ts";
import { useAddOne } from "./use-add-one.ts";

/** A standalone recorder is its own and only server. */
const SERVER_ID = "1";

const layoutIcons = {
  mosaic: <IconLayoutGrid size={18} />,
  big: <IconPhoto size={18} />,
  list: <IconLayoutList size={18} />,
};

export function CamerasTab({ area }: { readonly area: RefObject<HTMLElement | null> }) {
  const { stores } = useProduct();
  const { cameras, groups: verbs, search, arranging } = useWorkspace();
  const addOne = useAddOne();
  const say = useText();
  const [chips, setChips] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const status = useFacts(stores.cameras, (facts) => facts.status);
  const failure = useFacts(stores.cameras, (facts) => facts.failure);
  const byKey = useFacts(stores.cameras, (facts) => facts.byKey);
  const order = useFacts(stores.cameras, (facts) => facts.order);
  const edition = useFacts(stores.session, (facts) => facts.about?.edition ?? "standalone");
  const chosen = useFacts(stores.preferences, (facts) => facts.panelLayout);
  const widthPx = useFacts(stores.preferences, (facts) => facts.window.widthPx);
  const [selection, setSelection] = useState(nothingSelected);
  const server = useFacts(stores.session, (facts) => facts.server?.name ?? "");
  const showServers = useFacts(stores.session, (facts) => facts.server?.showInPanel ?? true);
  const available = useFacts(stores.standing, (facts) => facts.pingAnswers);
  const groups = useFacts(stores.groups, (facts) => facts.groups);
  const openId = useFacts(stores.groups, (facts) => facts.openId);
  const isFolded = useFacts(stores.groups, (facts) => facts.foldedServers.includes(SERVER_ID));
  const hasServers = useFacts(stores.servers, (facts) => facts.order.length > 0);
  const startDrag = usePanelDrag(area);
  useEffect(() => void verbs.load(), [verbs]);

  const preferred = chosen ?? defaultLayout(edition, order.length);
  const layout = shownLayout(preferred, widthPx);
  const all = useMemo(() => order.flatMap((key) => byKey[key] ?? []), [order, byKey]);
  const searches = chips.length > 0 || typed.trim() !== "";
  const path = useMemo(() => pathToGroup(groups, openId), [groups, openId]);
  const { keys: elsewhere, isAsking } = useFoundCameras(search, [...chips, typed]);
  const group = searches ? null : (path.at(-1) ?? null);
  const views = useFacts(stores.views, (facts) => facts.list);
  const patrols = useFacts(stores.views, (facts) => facts.patrols);
  const listing = useMemo(() => {
    const inside = group && new Set(group.cameras.map(cameraKey));
    const ofCamera = new Map<string, (NamedView | Patrol)[]>();
    for (const view of [...views, ...patrols]) {
      const key = cameraKey(view.camera);
      ofCamera.set(key, [...(ofCamera.get(key) ?? []), view]);
    }
    return searchPanel(
      inside ? all.filter((camera) => inside.has(cameraKey(camera))) : all,
      (camera) => ofCamera.get(cameraKey(camera)) ?? [],
      chips,
      typed,
      (camera) => elsewhere.has(cameraKey(camera)),
    );
  }, [all, views, patrols, chips, typed, group, elsewhere]);
  const found = listing.cameras;
  const addAll = (keys: readonly string[], twice = false): void => {
    setSelection(nothingSelected);
    void arranging().then((several) => several.addAll(keys, twice));
  };
  const isHome = !searches && group === null;
  const byServer = isHome && showServers && hasServers;
  const scroll = useRef<HTMLDivElement>(null);
  const listed = {
    cameras: found,
    layout,
    depth: group === null ? 0 : path.length,
    scroll,
    selected: selection.keys,
    onAdd: (camera: CameraFacts, twice: boolean): void => {
      const keys = actedOn(selection, cameraKey(camera));
      if (keys.length > 1) addAll(keys, twice);
      else addOne(camera, twice);
    },
    onSelect: (camera: CameraFacts, how: SelectHow, keys: readonly string[]) =>
      setSelection((before) => selectIn(before, keys, cameraKey(camera), how)),
    onPointerDown: (event: PointerEvent, camera: CameraFacts) =>
      startDrag(event, actedOn(selection, cameraKey(camera))),
    viewsOf: listing.viewsOf,
    isHidden: listing.isHidden,
    onViewDown: (event: PointerEvent, { id, camera }: NamedView | Patrol) => startDrag(event, [cameraKey(camera)], id),
  };
  const onSearchKey = (event: { readonly key: string; readonly repeat: boolean }): void => {
    // A held Backspace removes only the typed text; the chips before it are removed by the next press.
    if (event.repeat) return;
    if (event.key === "Backspace" && typed === "") setChips(chips.slice(0, -1));
    if (event.key !== "Enter") return;
    const chip = newChip(chips, typed);
    if (chip !== null) setChips([...chips, chip]);
    setTyped("");
  };

  return (
    // Escape ends the selection, wherever in the tab the focus is.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={css.tab}
      onKeyDown={({ key }) => key === "Escape" && selection.keys.length > 0 && setSelection(nothingSelected)}
    >
      <div className={css.head}>
        <div className={css.row}>
          <div className={css.grow}>
            <SearchField label={say("panel.search")} value={typed} onChange={setTyped} onKeyDown={onSearchKey} />
          </div>
          {status === "ready" ? <span className={css.count}>{found.length}</span> : null}
          <IconButton
            label={say("panel.layout", { layout: say(`panel.layout.${layout}`) })}
            isDisabled={layoutIsForced(widthPx)}
            onPress={() =>
              stores.preferences.change((facts) => {
                facts.panelLayout = toggleLayout(preferred);
              })
            }
          >
            {layoutIcons[layout]}
          </IconButton>
        </div>
        {chips.length === 0 ? null : (
          <ul className={css.chips}>
            {chips.map((chip) => (
              <li key={chip} className={css.chip}>
                <span className={css.word} title={chip}>
                  {chip}
                </span>
                <button
                  type="button"
                  aria-label={say("panel.removeTag", { word: chip })}
                  onClick={() => setChips(chips.filter((other) => other !== chip))}
                >
                  <IconX size={12} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={css.scroll} ref={scroll}>
        <div>
          {status === "loading" || status === "idle" ? <LoadingState text={say("panel.loading")} /> : null}
          {status === "failed" ? (
            <ErrorState
              title={say("panel.failed")}
              reason={failure ?? ""}
              retryLabel={say("app.retry")}
              onRetry={() => void cameras.load()}
            />
          ) : null}
          {status === "ready" && all.length === 0 && !(hasServers && showServers) ? <NoCameras /> : null}
          {all.length > 0 && searches && found.length === 0 && !isAsking ? (
            <EmptyState title={say("panel.noMatch")} text={say("panel.noMatchText")} />
          ) : null}
          {all.length > 0 && !searches ? <GroupsSection openId={group?.id ?? null} onDrag={startDrag} /> : null}
          {all.length > 0 && isHome && showServers && !hasServers ? (
            <ServerHeading
              name={server}
              available={available}
              count={all.length}
              isOpen={!isFolded}
              onToggle={() => verbs.foldServer(SERVER_ID, !isFolded)}
              onShowAll={() => addAll(order)}
              onPointerDown={(event) => startDrag(event, order)}
            />
          ) : null}
          {group !== null && found.length === 0 && !groups.some(({ parentId }) => parentId === group.id) ? (
            <EmptyState title={say("groups.empty")} text={say("groups.emptyText")} />
          ) : null}
          {byServer ? <ServersSection {...listed} onShowAll={addAll} onDrag={startDrag} /> : null}
          {byServer || (isHome && isFolded && showServers) ? null : <CameraList {...listed} />}
        </div>
      </div>
      <ArrangeTools
        selected={selection.keys.length}
        onShow={() => addAll(selection.keys)}
        onUnselect={() => setSelection(nothingSelected)}
      />
    </div>
  );
}
