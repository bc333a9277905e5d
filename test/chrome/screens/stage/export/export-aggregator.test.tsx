// @vitest-environment jsdom
/** Several cameras in one zip, and in one of each server. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import { server, camera, open, as, eachWithRecorder } from "./open-export-form.tsx";

eachWithRecorder();

test("of an aggregator only servers that will sign are asked for their key, and each zip counts its own cameras", async () => {
  const of = (one: CameraFacts, orchidId: string): CameraFacts => ({ ...one, orchidId });
  const { actions } = open({
    cameras: [of(camera("1", "Yard"), "n"), of(camera("2", "Yard"), "s"), of(camera("3", "Hall"), "s")],
    servers: { maxHours: () => null, name: (id) => (id === "n" ? "North" : "South") },
  });
  const keys = () => server.asked.filter(({ path }) => path.startsWith("/service/exports")).length;
  expect(as("Yard (South)", ".mkv").disabled).toBe(false);
  for (const name of ["Yard (North)", "Yard (South)", "Hall (South)"])
    fireEvent.click(screen.getByRole("checkbox", { name: `Choose ${name}` }));
  await waitFor(() => expect(keys()).toBe(2));
  const running = { phase: "running", share: 0.5, format: "mkv", failure: null, detail: null, name: null } as const;
  actions.store.change(({ byKey }) => {
    byKey["zip/n"] = { ...running };
    byKey["zip/s"] = { ...running };
  });
  expect(await screen.findByRole("progressbar", { name: "North: Exporting 1 camera" })).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "South: Exporting 2 cameras" })).toBeTruthy();
});

test("the zip is of the cameras that are there: not of one that was removed, and of two with one id both", () => {
  const cameras = [camera("1", "Yard"), camera("2", "Hall"), { ...camera("3", "Gate"), id: "c1", orchidId: "2" }];
  const { change } = open({ cameras });
  for (const name of ["Yard", "Hall", "Gate"])
    fireEvent.click(screen.getByRole("checkbox", { name: `Choose ${name}` }));
  expect(screen.getByRole("button", { name: "Export 3 cameras as zip (MKV, 0:30)" })).toBeTruthy();
  change({ cameras: cameras.filter(({ name }) => name !== "Hall") });
  expect(screen.getByRole("button", { name: "Export 2 cameras as zip (MKV, 0:30)" })).toBeTruthy();
});

test("cameras of the stage are ticked; one box takes all of them or none, and the button says what will be made", () => {
  const cameras = [camera("1", "Yard"), camera("2", "Hall"), camera("3", "Gate")];
  open({ cameras, ticked: [cameraKey({ id: "c2", orchidId: "1" })] });
  const isTicked = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Choose ${name}` }).checked;
  expect(["Yard", "Hall", "Gate"].map(isTicked)).toEqual([false, true, false]);
  expect(screen.getByRole("button", { name: "Export 1 camera as zip (MKV, 0:30)" })).toBeTruthy();
  const all = screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all 3 cameras" });
  expect(all.indeterminate).toBe(true);
  fireEvent.click(all);
  expect(["Yard", "Hall", "Gate"].map(isTicked)).toEqual([true, true, true]);
  expect(screen.getByRole("button", { name: "Export 3 cameras as zip (MKV, 0:30)" })).toBeTruthy();
  fireEvent.click(all);
  expect(["Yard", "Hall", "Gate"].map(isTicked)).toEqual([false, false, false]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Export chosen cameras as zip" }).disabled).toBe(true);
});
