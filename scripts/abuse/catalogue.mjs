/** Every case, in the order of the table. */
import { heldByTests } from "./cases/by-tests.mjs";
import { damagedDatabases } from "./cases/damaged-databases.mjs";
import { fullDisk } from "./cases/full-disk.mjs";
import { hang } from "./cases/hang.mjs";
import { kills } from "./cases/kills.mjs";
import { requests } from "./cases/requests.mjs";
import { revocation } from "./cases/revocation.mjs";
import { signIns } from "./cases/sign-ins.mjs";

export const cases = [revocation, signIns, ...heldByTests, kills, fullDisk, requests, hang, damagedDatabases];
