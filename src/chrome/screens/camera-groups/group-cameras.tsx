/** The cameras that a group contains directly, by server. */
import { IconX } from "@tabler/icons-react";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { spokenNames } from "#domain/cameras/camera-names.ts";
import type { CameraGroup, GroupedCamera } from "#domain/cameras/camera-groups.ts";
import type { PickableServer } from "#domain/cameras/camera-picking.ts";
import css from "./camera-groups.module.css";

export function GroupCameras(props: {
  readonly group: CameraGroup;
  readonly servers: readonly PickableServer[];
  readonly processing: boolean;
  readonly onTakeOut: (camera: GroupedCamera) => void;
}) {
  const { group, servers } = props;
  const say = useText();
  const known = new Map(servers.map((server) => [server.id, server]));
  const nameOf = spokenNames(servers);
  const serverIds = [...new Set(group.cameras.map(({ orchidId }) => orchidId))];
  if (group.cameras.length === 0) return <p className={css.note}>{say("cameraGroups.noCameras")}</p>;
  return serverIds.map((orchidId) => {
    const server = known.get(orchidId);
    const cameras = new Map(server?.cameras.map((camera) => [camera.id, camera]));
    return (
      <section key={orchidId} className={css.server}>
        <h3>{server?.name ?? say("cameraGroups.unknownServer", { id: orchidId })}</h3>
        <ul className={css.list}>
          {group.cameras
            .filter((camera) => camera.orchidId === orchidId)
            .map((camera) => {
              const found = cameras.get(camera.id);
              const name = found?.name ?? say("cameraGroups.unknownCamera", { id: camera.id });
              return { camera, name, spoken: server && found ? nameOf(found, server) : name };
            })
            .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
            .map(({ camera, name, spoken }) => (
              <li key={camera.id} className={css.camera}>
                {name}
                <IconButton
                  size="small"
                  label={say("cameraGroups.takeOut", { name: spoken })}
                  isDisabled={props.processing}
                  onPress={() => props.onTakeOut(camera)}
                >
                  <IconX size={16} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
        </ul>
      </section>
    );
  });
}
