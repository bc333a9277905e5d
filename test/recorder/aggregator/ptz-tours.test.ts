/** Tours and hands on a moving camera work for an aggregator's users as for the recorder's own, each under their name. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { cameraTours, ptzTour } from "#protocol/rest/cameras/ptz-tour.ts";
import { eventually } from "#test/support/eventually.ts";
import { PtzCamera, responseTo } from "#test/recorder/cameras/ptz-camera.ts";
import { LinkedHouses } from "./support/linked-houses.ts";

let houses: LinkedHouses;
let dome: PtzCamera;
let touring = "";
const ordered: string[] = [];

const as = (user: string, method: string, path: string, body?: object) =>
  houses.proxied(method, `${dome.path}${path}`, { as: user, ...(body && { body }) });
const tour = async (user: string) => ptzTour.parse((await as(user, "GET", "/tour")).json);
const own = async (user: string) => cameraTours.parse((await as(user, "GET", "/position/tours")).json).tours;
const run = async (user: string, token: string, runs: boolean) =>
  (await as(user, "PATCH", `/position/tours/${token}`, { runs })).status;

beforeAll(async () => {
  ({ houses } = await LinkedHouses.open([]));
  dome = await PtzCamera.open(houses.recorder, (order) => {
    const { name, body } = order;
    if (name === "AbsoluteMove") ordered.push("move");
    if (name === "OperatePresetTour") {
      const token = /<PresetTourToken>(.*?)</.exec(body)?.[1] ?? "";
      touring = /<Operation>Start</.test(body) ? token : "";
      ordered.push(`${touring === "" ? "Stop" : "Start"} ${token}`);
    }
    if (name === "GetPresetTours") {
      const state = touring === "t:1" ? "Touring" : "Idle";
      const tourXml = `<PresetTour token="t:1"><Name>Fence</Name><Status><State>${state}</State></Status><TourSpot><StayTime>PT10S</StayTime></TourSpot></PresetTour>`;
      return responseTo(order, tourXml);
    }
    if (name === "GetStatus")
      return responseTo(order, '<PTZStatus><Position><PanTilt x="0.1" y="0"/><Zoom x="0"/></Position></PTZStatus>');
    return responseTo(order);
  });
  const id = dome.path.split("/").at(-1) ?? "";
  const cameras = [{ orchidId: houses.orchidId, id }];
  const known = () =>
    houses.aggregator.services.servers.list().some((each) => each.cameras.some((one) => one.id === id));
  await eventually(known, "the aggregator knows the camera");
  for (const name of ["anna", "otto"])
    await houses.member(name, [{ abilities: ["live", "ptz"], scope: "list", cameras }]);
  await houses.member("vera", [{ abilities: ["live"], scope: "list", cameras }]);
});
beforeEach(async () => {
  await as("anna", "DELETE", "/position/hold");
  await as("otto", "DELETE", "/position/hold");
  ordered.length = 0;
});
afterAll(async () => {
  await houses.close();
  dome.close();
});

it("the camera's own tours are seen by all, begun and ended by who may move it", async () => {
  expect(await own("vera")).toEqual([{ token: "t:1", name: "Fence", state: "idle" }]);
  expect(await run("vera", encodeURIComponent("t:1"), true)).toBe(403);
  expect(await run("anna", encodeURIComponent("t:1"), true)).toBe(204);
  expect((await own("vera"))[0]?.state).toBe("touring");
  expect(await run("anna", encodeURIComponent("t:1"), false)).toBe(204);
  expect(ordered).toEqual(["Start t:1", "Stop t:1"]);
});

it("a tour of presets is made by an administrator, begun and ended by who may move it", async () => {
  expect((await as("anna", "POST", "/position/presets", { name: "Gate" })).status).toBe(403);
  const made = await as("admin", "POST", "/position/presets", { name: "Gate" });
  expect(made.status).toBe(201);
  const { token } = made.json as { token: string };
  const stops = [{ token, dwellS: 3600 }];
  expect((await as("anna", "PUT", "/tour", { stops, enabled: true })).status).toBe(403);
  expect((await as("admin", "PUT", "/tour", { stops, enabled: false })).json).toMatchObject({ enabled: false });
  expect((await as("vera", "PATCH", "/tour", { enabled: true })).status).toBe(403);
  expect((await as("anna", "PATCH", "/tour", { enabled: true })).json).toMatchObject({ enabled: true });
  expect(await tour("vera")).toMatchObject({ enabled: true, state: "runs", stops });
  expect((await as("otto", "PATCH", "/tour", { enabled: false })).json).toMatchObject({ enabled: false, state: "off" });
});

it("two of its users are two hands: the other reads whose it is, and only an administrator takes it over", async () => {
  const move = (user: string) => as(user, "POST", "/position", { type: "absolute", pan: 0.5, tilt: 0, zoom: 0 });
  expect((await move("anna")).status).toBe(204);
  expect((await tour("anna")).hold).toMatchObject({ own: true });
  expect((await tour("otto")).hold).toMatchObject({ user: { name: "anna" }, own: false, mayTakeOver: false });
  expect((await move("otto")).json).toMatchObject({ code: "ptz/held", params: { name: "anna" } });
  expect((await as("otto", "POST", "/position/hold", { takeOver: true })).status).toBe(409);
  expect((await tour("admin")).hold).toMatchObject({ own: false, mayTakeOver: true });
  expect((await as("admin", "POST", "/position/hold", { takeOver: true })).status).toBe(200);
  expect((await tour("anna")).hold).toMatchObject({ user: { name: "admin" }, own: false });
  await as("admin", "DELETE", "/position/hold");
});
