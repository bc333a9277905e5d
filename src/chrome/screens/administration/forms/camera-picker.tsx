/** Chooses cameras of servers: a tree of servers, each with its cameras and how many of them are chosen. */
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { spokenNames } from "#domain/cameras/camera-names.ts";
import {
  isPicked,
  type PickableServer,
  type PickedCameras,
  pickCamera,
  pickedElsewhere,
  pickedOf,
  pickServer,
  serverPick,
} from "#domain/cameras/camera-picking.ts";
import { filterCameras, foldText } from "#domain/panel.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { SearchField } from "#chrome/kit/field/search-field.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./picking.module.css";

/** The maximum number of boxes of one server in the DOM: more would make the dialog slow, and nobody reads them. */
const CAMERAS_SHOWN_MAX = 200;

export function CameraPicker(props: {
  readonly label: string;
  readonly servers: readonly PickableServer[];
  readonly picked: PickedCameras;
  readonly onChange: (picked: PickedCameras) => void;
  /**
   * true: a server's box chooses the server as such, including cameras that are added later; otherwise the cameras that
   * it has now
   */
  readonly wholeServers: boolean;
}) {
  const { servers, picked, onChange } = props;
  const say = useText();
  const [search, setSearch] = useState("");
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const found = useMemo(() => matching(servers, search), [servers, search]);
  const nameOf = useMemo(() => spokenNames(servers), [servers]);
  const gone = useMemo(() => pickedElsewhere(picked, servers), [picked, servers]);
  const goneCount = gone.orchids.length + gone.cameras.length;
  const forget = (): void =>
    onChange({
      orchids: picked.orchids.filter((id) => !gone.orchids.includes(id)),
      cameras: picked.cameras.filter((camera) => !gone.cameras.includes(camera)),
    });
  const toggle = (id: string): void =>
    setOpen(new Set(open.has(id) ? [...open].filter((each) => each !== id) : [...open, id]));

  return (
    <fieldset className={css.picker}>
      <legend>{props.label}</legend>
      {servers.length === 0 ? <p className={css.note}>{say("picker.none")}</p> : null}
      {servers.length === 0 ? null : (
        <>
          <SearchField label={say("picker.search")} value={search} onChange={setSearch} />
          {found.length === 0 ? <p className={css.note}>{say("picker.noMatch")}</p> : null}
        </>
      )}
      {found.length === 0 ? null : (
        <ul className={css.box}>
          {found.map(({ server, cameras }) => (
            <ServerBranch
              key={server.id}
              {...props}
              server={server}
              cameras={cameras}
              nameOf={nameOf}
              // The user has searched for these cameras, so they are shown.
              isOpen={open.has(server.id) || (search.trim() !== "" && cameras.length < server.cameras.length)}
              onToggle={() => toggle(server.id)}
            />
          ))}
        </ul>
      )}
      {goneCount === 0 ? null : (
        <div className={css.gone}>
          <p className={css.note}>{say("picker.gone", { count: goneCount })}</p>
          <Button size="small" onPress={forget}>
            {say("picker.forget")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function ServerBranch(props: {
  readonly server: PickableServer;
  /** the cameras that the search found */
  readonly cameras: PickableServer["cameras"];
  readonly nameOf: ReturnType<typeof spokenNames>;
  readonly picked: PickedCameras;
  readonly wholeServers: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onChange: (picked: PickedCameras) => void;
}) {
  const { server, cameras, picked, isOpen, wholeServers } = props;
  const say = useText();
  const pick = serverPick(picked, server);
  const full = pick === "whole" || (pick === "every" && !wholeServers);
  const hidden = Math.max(0, cameras.length - CAMERAS_SHOWN_MAX);
  return (
    <li>
      <div className={css.server}>
        <IconButton
          size="small"
          label={say("picker.show", { name: server.name })}
          aria-expanded={isOpen}
          onPress={props.onToggle}
        >
          {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        </IconButton>
        <Checkbox
          isSelected={full}
          isIndeterminate={!full && pick !== "none"}
          onChange={() => props.onChange(pickServer(picked, server, !full, wholeServers))}
        >
          {server.name}
        </Checkbox>
        <span className={css.count}>
          {pick === "whole"
            ? say("picker.whole")
            : say("picker.count", { count: pickedOf(picked, server), total: server.cameras.length })}
        </span>
      </div>
      {isOpen ? (
        <ul className={css.cameras}>
          {cameras.slice(0, CAMERAS_SHOWN_MAX).map((camera) => (
            <li key={camera.id}>
              <Checkbox
                aria-label={props.nameOf(camera, server)}
                isSelected={isPicked(picked, server.id, camera.id)}
                onChange={(on) => props.onChange(pickCamera(picked, server, camera.id, on))}
              >
                {camera.name}
              </Checkbox>
            </li>
          ))}
          {hidden > 0 ? <li className={css.note}>{say("picker.more", { count: hidden })}</li> : null}
        </ul>
      ) : null}
    </li>
  );
}

/**
 * Servers whose name matches, with all their cameras; of the other servers only those with matching cameras, with
 * these.
 */
function matching(servers: readonly PickableServer[], search: string) {
  const word = foldText(search);
  return servers.flatMap((server) => {
    if (word === "" || foldText(server.name).includes(word)) return [{ server, cameras: server.cameras }];
    const cameras = filterCameras(server.cameras, [], search);
    return cameras.length === 0 ? [] : [{ server, cameras }];
  });
}
