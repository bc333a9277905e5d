/** Camera administration (document 2, section 2). */
import { IconCamera, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useCallback, useEffect, useRef, useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import { STREAM_POLL_CAMERAS_MS } from "#domain/limits/administration.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { EmptyState } from "#chrome/kit/feedback/states.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useGrowing } from "#chrome/kit/table/use-growing.ts";
import { AdministrationRoom, useAdministration } from "#chrome/screens/administration/administration.tsx";
import { camerasAddress } from "#chrome/screens/administration/addresses.ts";
import { ListSearch, NothingFound, useListSearch } from "#chrome/screens/administration/list-search.tsx";
import { BadLink, Card, Notice, Page } from "#chrome/screens/administration/page.tsx";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import { useStreamHealth } from "../administration/streams/use-stream-health.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import { CameraPanel } from "./camera-panel.tsx";
import { CameraRow } from "./camera-row.tsx";
import css from "./cameras.module.css";
import { DeleteCamerasDialog } from "./delete-cameras-dialog.tsx";
import { CAMERAS_QUERY, useCamerasChanged, useCamerasFollowed } from "./use-cameras-changed.ts";
import { QueryState } from "#chrome/screens/administration/query-state.tsx";

// Its lists to choose from take more to load than the screen.
const RegistrationDialog = chunk(() => import("./registration/registration-dialog.tsx"));

/** What a camera is known by: its name, its device and its address. */
const textOfCamera = ({ name, displayModel, driver, configuration, recordedFor }: AdminCamera): string =>
  [
    name,
    displayModel ?? driver,
    configuration.Manufacturer,
    configuration.Model,
    configuration.IPAddress,
    recordedFor?.name,
  ]
    .filter((part) => part !== undefined)
    .join(" ");

export default function CamerasScreen() {
  return (
    <AdministrationRoom>
      <Cameras />
    </AdministrationRoom>
  );
}

function Cameras() {
  const { cameras, streams } = useAdministration();
  const say = useText();
  const changed = useCamerasChanged();
  const list = useQuery({ queryKey: CAMERAS_QUERY, queryFn: ({ signal }) => valueOf(cameras.list(signal)) });
  useCamerasFollowed();
  const healths = useStreamHealth(streams, STREAM_POLL_CAMERAS_MS, list.data);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const address = useAddress(camerasAddress);
  const { camera: expandedId, dialog } = address.value;
  const [deleting, setDeleting] = useState<readonly AdminCamera[] | null>(null);

  const rows = list.data ?? [];
  const search = useListSearch(rows, textOfCamera);
  const { found } = search;
  const count = useGrowing(found.length);
  const own = rows.filter((camera) => !camera.recordedFor);
  // Nobody deletes a camera that they do not see.
  const choosable = found.filter((camera) => !camera.recordedFor);
  const chosen = choosable.filter((camera) => selected.has(camera.id));
  const all = choosable.length > 0 && chosen.length === choosable.length;
  const select = useCallback(
    (id: string, isSelected: boolean): void =>
      setSelected((known) => new Set(isSelected ? [...known, id] : [...known].filter((each) => each !== id))),
    [],
  );

  const missing = list.isSuccess && expandedId !== undefined && !rows.some(({ id }) => id === expandedId);
  // When a shown camera is removed, its panel closes with it. A camera that never existed can be named only by a link.
  const [shownId, setShownId] = useState<string | undefined>(undefined);
  if (list.isSuccess && !missing && shownId !== expandedId) setShownId(expandedId);
  const gone = missing && shownId === expandedId;
  const isStreamOpen = useRef(false);
  const onStreamOpen = useCallback((isOpen: boolean): void => {
    isStreamOpen.current = isOpen;
  }, []);
  useEffect(() => {
    if (!gone) return;
    // A dialog does not disappear silently, because the user was typing in it.
    if (dialog !== undefined || isStreamOpen.current)
      showToast({ text: say("cameras.noSuch", { id: expandedId ?? "" }), tone: "warn" });
    isStreamOpen.current = false;
    address.close();
  }, [gone, address, dialog, expandedId, say]);
  const expand = (id: string): void => {
    if (expandedId === id) address.close();
    else if (expandedId === undefined) address.open({ camera: id });
    else address.replace({ camera: id });
  };
  // The function keeps its identity, so that unchanged rows do not render again.
  const latest = useRef(expand);
  useEffect(() => {
    latest.current = expand;
  });
  const onExpand = useCallback((id: string): void => latest.current(id), []);

  return (
    <Page
      title={say("cameras.title")}
      actions={
        <Button tone="primary" onPress={() => address.open({ dialog: "register" })}>
          <IconPlus size={16} aria-hidden="true" />
          {say("cameras.add")}
        </Button>
      }
    >
      {address.unreadable ? <BadLink /> : null}
      {missing && !gone ? <Notice tone="warn">{say("cameras.noSuch", { id: expandedId })}</Notice> : null}
      {search.isOffered ? (
        <ListSearch
          label={say("cameras.search")}
          typed={search.typed}
          setTyped={search.setTyped}
          found={found.length}
          count={rows.length}
        />
      ) : null}
      <Card flush>
        <QueryState of={list} loading={say("cameras.loading")} failed={say("cameras.failed")} />
        {list.isSuccess && rows.length === 0 ? (
          <EmptyState
            title={say("cameras.empty")}
            text={say("cameras.emptyText")}
            icon={<IconCamera size={28} aria-hidden="true" />}
          />
        ) : null}
        {rows.length > 0 && found.length === 0 ? (
          <NothingFound
            title={say("list.noMatch", { typed: search.typed.trim() })}
            onClear={() => search.setTyped("")}
          />
        ) : null}
        {found.length > 0 ? (
          <>
            <div className={css.tools}>
              <Checkbox
                isSelected={all}
                isIndeterminate={chosen.length > 0 && !all}
                onChange={(on) => setSelected(new Set(on ? choosable.map((camera) => camera.id) : []))}
              >
                {say("cameras.selectAll")}
              </Checkbox>
              <span className={css.count}>
                {chosen.length > 0
                  ? say("cameras.chosen", { count: chosen.length })
                  : say("cameras.count", { count: found.length })}
              </span>
              <Button size="small" isDisabled={chosen.length === 0} onPress={() => setDeleting(chosen)}>
                <IconTrash size={14} aria-hidden="true" />
                {say("cameras.deleteSelected")}
              </Button>
            </div>
            <ul className={css.list}>
              {found.slice(0, count).map((camera, at) => (
                <Fragment key={camera.id}>
                  {!camera.recordedFor || camera.recordedFor.id === found[at - 1]?.recordedFor?.id ? null : (
                    <li className={css.owner}>{say("camera.recordedFor", { name: camera.recordedFor.name })}</li>
                  )}
                  <CameraRow
                    camera={camera}
                    now={healths.byId.get(camera.primaryStream?.id ?? "")}
                    selected={selected.has(camera.id)}
                    onSelect={select}
                    onExpand={onExpand}
                    panel={
                      expandedId === camera.id ? (
                        <CameraPanel
                          camera={camera}
                          others={own}
                          health={healths.byId}
                          onDelete={() => setDeleting([camera])}
                          onStreamOpen={onStreamOpen}
                        />
                      ) : null
                    }
                  />
                </Fragment>
              ))}
            </ul>
          </>
        ) : null}
      </Card>
      {dialog === "register" ? (
        <LatePart onClose={() => address.close()}>
          <RegistrationDialog
            onClose={() => {
              address.close();
              changed();
            }}
          />
        </LatePart>
      ) : null}
      {deleting ? (
        <DeleteCamerasDialog
          cameras={deleting}
          onClose={() => {
            setDeleting(null);
            changed();
          }}
        />
      ) : null}
    </Page>
  );
}
