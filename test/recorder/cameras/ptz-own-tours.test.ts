/** Tours that a camera keeps itself are shown, begun and ended. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { cameraTours } from "#protocol/rest/cameras/ptz-tour.ts";
import { ptzPresetList } from "#protocol/rest/cameras/ptz.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";
import { type PtzAnswer, PtzCamera, type PtzOrder, responseTo } from "./ptz-camera.ts";

let house: TestHouse;
let dome: PtzCamera;
/** what the camera goes on now */
let touring = "";
const ordered: string[] = [];

const SPOT = "<TourSpot><StayTime>PT10S</StayTime></TourSpot>";
const tourXml = (token: string, name: string, spot = SPOT): string =>
  `<PresetTour token="${token}"><Name>${name}</Name><Status><State>${touring === token ? "Touring" : "Idle"}</State></Status>${spot}</PresetTour>`;
const usual = (order: PtzOrder): PtzAnswer => {
  const { name, body } = order;
  if (name === "GetPresetTours")
    return responseTo(order, tourXml("t1", "Fence") + tourXml("t2", "") + tourXml("t3", "Empty slot", ""));
  if (name === "OperatePresetTour") {
    const token = /<PresetTourToken>(.*?)</.exec(body)?.[1] ?? "";
    const operation = /<Operation>(.*?)</.exec(body)?.[1] ?? "";
    ordered.push(`${operation} ${token}`);
    touring = operation === "Start" ? token : "";
  }
  if (name === "AbsoluteMove") ordered.push(name);
  return responseTo(order);
};
let answer = usual;

const as = (user: string, method: string, path: string, body?: object) =>
  house.ask(method, `${dome.path}${path}`, { as: user, ...(body && { body }) });
const own = async (user = "anna") => cameraTours.parse((await as(user, "GET", "/position/tours")).json()).tours;
const run = async (token: string, runs: boolean, user = "anna") =>
  (await as(user, "PATCH", `/position/tours/${token}`, { runs })).statusCode;

beforeAll(async () => {
  house = await TestHouse.open({ "ptz.hold": "60" });
  for (const name of ["anna", "otto"]) await house.addUser(name, "Manager");
  await house.addUser("vera", "Viewer");
  dome = await PtzCamera.open(house, (order) => answer(order));
});
beforeEach(() => {
  ordered.length = 0;
  touring = "";
  answer = usual;
});
afterAll(async () => {
  await house.close();
  dome.close();
});

it("are read with their names and states, without slots that lead nowhere", async () => {
  touring = "t2";
  expect(await own("vera")).toEqual([
    { token: "t1", name: "Fence", state: "idle" },
    { token: "t2", name: "t2", state: "touring" },
  ]);
});

it("are begun and ended by who may move the camera, and it is in the audit", async () => {
  expect(await run("t1", true, "vera")).toBe(403);
  expect(await run("t1", true)).toBe(204);
  expect((await own())[0]?.state).toBe("touring");
  expect(await run("t1", false)).toBe(204);
  expect(ordered).toEqual(["Start t1", "Stop t1"]);
  const rows = await house.services.store.selectFrom("audit").select("action").where("username", "=", "anna").execute();
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(["ptz-tour-begun", "ptz-tour-ended"]));
});

it("and ours exclude each other", async () => {
  await as("admin", "POST", "/position/presets", { name: "Gate" });
  const { presets } = ptzPresetList.parse((await as("admin", "GET", "/position/presets")).json());
  const stops = presets.map(({ token }) => ({ token, dwellS: 3600 }));
  await run("t1", true);
  await as("admin", "PUT", "/tour", { stops, enabled: true });
  expect(ordered.filter((order) => order !== "AbsoluteMove")).toEqual(["Start t1", "Stop t1"]);
  await run("t2", true);
  expect((await as("anna", "GET", "/tour")).json()).toMatchObject({ enabled: false, state: "off" });
  await as("admin", "PUT", "/tour", { stops: [], enabled: false });
});

it("are not begun while somebody else holds the camera", async () => {
  await as("otto", "POST", "/position/hold", {});
  expect(await run("t1", true)).toBe(409);
  expect(ordered).toEqual([]);
  await as("otto", "DELETE", "/position/hold");
});

it("of a camera that knows none are an empty list", async () => {
  const said =
    '<s:Fault><s:Code><s:Value>s:Receiver</s:Value><s:Subcode><s:Value xmlns:ter="http://www.onvif.org/ver10/error">ter:ActionNotSupported</s:Value></s:Subcode></s:Code></s:Fault>';
  answer = (order) => (order.name === "GetPresetTours" ? { status: 500, said } : responseTo(order));
  expect(await own()).toEqual([]);
});
