// @vitest-environment jsdom
/** Exports of views of a fisheye, and without privacy masks. */
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { ExportActions } from "#actions/recordings/export-actions.ts";
import type { ExportFormProps } from "#chrome/screens/stage/export/export-form.tsx";
import type { FisheyeLook } from "#domain/dewarp/config.ts";
import { cameraKey } from "#state/camera-store.ts";
import type { NamedView } from "#state/stage/view-store.ts";
import { camera, open, parts, as, eachWithRecorder } from "./open-export-form.tsx";

eachWithRecorder();

describe("without privacy masks", () => {
  const seen = { live: true, playback: true, ptz: false, export: true, unmask: true };
  const box = () => screen.queryByRole("checkbox", { name: "Without privacy masks (goes into the audit)" });

  test("is offered only where something is hidden from others, and sent for these cameras alone", async () => {
    const cameras = [{ ...camera("1", "Yard"), isMasked: true, actions: seen }, camera("2", "Hall")];
    const { actions } = parts();
    const orders: (boolean | undefined)[] = [];
    const begin: ExportActions["begin"] = (order) => {
      orders.push(order.isUnmasked);
      return Promise.resolve();
    };
    open({ cameras, actions: { ...actions, begin } });
    fireEvent.click(as("Yard", ".mkv"));
    fireEvent.click(box() as HTMLElement);
    fireEvent.click(as("Yard", ".mkv"));
    fireEvent.click(as("Hall", ".mkv"));
    expect(orders).toEqual([false, true, false]);
  });

  test.each([
    ["nothing is hidden", false, true],
    ["the account may not", true, false],
  ])("is not offered where %s", (_why, isMasked, unmask) => {
    open({ cameras: [{ ...camera("1", "Yard"), isMasked, actions: { ...seen, unmask } }] });
    expect(box()).toBeNull();
  });
});

describe("views of a fisheye in the zip", () => {
  const look: FisheyeLook = {
    mode: 1,
    view: { pan: 10, tilt: 20, zoom: 1 },
    shift: 0,
    layout: "single",
    panoramaZoom: { scale: 1, centerX: 0.5, centerY: 0.5 },
  };
  const view = (id: string, name: string): NamedView => ({
    id,
    name,
    camera: { id: "c2", orchidId: "1" },
    look,
    shared: true,
    editable: true,
    home: false,
  });
  const cameras = [camera("1", "Yard"), camera("2", "Hall", true)];
  const viewsOf: ExportFormProps["viewsOf"] = ({ id }) =>
    id === "c2"
      ? { views: [view("v1", "Door"), view("v2", "Desk")], lens: null, shownViews: ["v1"] }
      : { views: [], lens: null, shownViews: [] };
  const part = (name: string) =>
    within(screen.getByRole("group", { name: "In the zip: Hall" })).getByRole<HTMLInputElement>("checkbox", { name });

  test("are those of the stage at first, and any of them beside the whole picture", () => {
    const { actions } = parts();
    const orders: (readonly (string | undefined)[])[] = [];
    const begin: ExportActions["begin"] = ({ views }) => {
      orders.push((views?.s2 ?? []).map((each) => each?.name));
      return Promise.resolve();
    };
    open({ cameras, viewsOf, ticked: cameras.map(cameraKey), actions: { ...actions, begin } });
    const zip = () => fireEvent.click(screen.getByRole("button", { name: /^Export 2 cameras as zip/ }));
    expect(["Whole picture", "Door", "Desk"].map((name) => part(name).checked)).toEqual([false, true, false]);
    zip();
    fireEvent.click(part("Desk"));
    fireEvent.click(part("Whole picture"));
    zip();
    fireEvent.click(part("Door"));
    fireEvent.click(part("Desk"));
    zip();
    expect(orders).toEqual([["Door"], [undefined, "Door", "Desk"], []]);
  });

  test("the last one that is left out takes its camera along", () => {
    open({ cameras, viewsOf, ticked: cameras.map(cameraKey) });
    fireEvent.click(part("Door"));
    expect(screen.queryByRole("group", { name: "In the zip: Hall" })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Choose Hall" }).checked).toBe(false);
  });
});

describe("a camera that is seen by its views alone", () => {
  const look: FisheyeLook = {
    mode: 1,
    view: { pan: 10, tilt: 20, zoom: 1 },
    shift: 0,
    layout: "single",
    panoramaZoom: { scale: 1, centerX: 0.5, centerY: 0.5 },
  };
  const hall = camera("2", "Hall", true);
  const cameras = [{ ...hall, actions: { ...hall.actions, export: false, exportViews: true } }];
  const views = ["Till", "Door"].map((name) => ({ id: name, name, look }));
  // A tile of the stage was turned by hand.
  const viewsOf: ExportFormProps["viewsOf"] = () => ({ views, lens: null, shownViews: [""] });

  test("offers these as video, and no whole picture, page or file of it in the zip", () => {
    const { actions } = parts();
    const orders: unknown[] = [];
    const begin: ExportActions["begin"] = ({ view, views: zipped }) => {
      orders.push(view?.name ?? zipped?.s2?.map((each) => each?.name ?? null));
      return Promise.resolve();
    };
    open({ cameras, viewsOf, ticked: cameras.map(cameraKey), actions: { ...actions, begin } });
    expect(screen.queryByRole("button", { name: /Export as HTML/ })).toBeNull();
    expect(screen.queryByRole("checkbox", { name: "Whole picture" })).toBeNull();
    fireEvent.click(as("Hall", ".mkv"));
    fireEvent.click(screen.getByRole("button", { name: /^Export 1 camera as zip/ }));
    expect(orders).toEqual(["Till", ["Till"]]);
    fireEvent.click(screen.getByRole("button", { name: /Till.*View/ }));
    expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Till", "Door"]);
  });
});
