import { useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { AdminStream } from "#actions/administration/stream-admin-actions.ts";
import { Select } from "#chrome/kit/field/select.tsx";
import { useText } from "#chrome/texts/use-text.ts";

export interface ChosenStream {
  readonly camera: AdminCamera;
  /** the primary stream at first; null when the camera has none */
  readonly stream: AdminStream | null;
  readonly onChoose: (id: string) => void;
}

/** The stream of a camera that a dialog is about. */
export function useChosenStream(camera: AdminCamera): ChosenStream {
  const [id, onChoose] = useState(camera.primaryStream?.id ?? "");
  return { camera, stream: camera.streams.find((stream) => stream.id === id) ?? null, onChoose };
}

/** Shown only when the camera has several streams. */
export function StreamChoice({ camera, stream, onChoose }: ChosenStream) {
  const say = useText();
  if (!stream || camera.streams.length < 2) return null;
  const primaryId = camera.primaryStream?.id;
  return (
    <Select
      label={say("stream.stream")}
      value={stream.id}
      options={camera.streams.map((each) => ({
        id: each.id,
        label: each.id === primaryId ? `${each.name} (${say("admin.primary")})` : each.name,
      }))}
      onChange={onChoose}
    />
  );
}
