/** The choice of cameras of a rule: all, also those that come later, or some. */
import type { PickableServer } from "#domain/cameras/camera-picking.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { CameraPicker } from "../administration/forms/camera-picker.tsx";

/** The one server of the choice. */
const HERE = "here";

export function CameraField(props: {
  readonly cameras: PickableServer["cameras"];
  /** ids; null = all */
  readonly chosen: readonly string[] | null;
  readonly onChange: (chosen: readonly string[] | null) => void;
}) {
  const { cameras, chosen } = props;
  const say = useText();
  return (
    <CameraPicker
      label={say("bucket.cameras")}
      servers={[{ id: HERE, name: say("bucket.allCameras"), cameras }]}
      picked={
        chosen === null
          ? { orchids: [HERE], cameras: [] }
          : { orchids: [], cameras: chosen.map((id) => ({ orchidId: HERE, id })) }
      }
      wholeServers
      onChange={(picked) => props.onChange(picked.orchids.length > 0 ? null : picked.cameras.map(({ id }) => id))}
    />
  );
}
