/**
 * Loaded before a process whose memory is measured (`node --require`): collects its garbage now and then, so that what is measured
 * is what it keeps, and writes down what of it is no growth of the program (`PROSCENIUM_SOAK_KEPT`/<process id>.json).
 */
const { writeFileSync } = require("node:fs");
const path = require("node:path");
const v8 = require("node:v8");
const { runInNewContext } = require("node:vm");
const koffi = require("koffi");

const EVERY_MS = 20_000;
const folder = process.env.PROSCENIUM_SOAK_KEPT;

v8.setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
setInterval(() => {
  collect();
  if (folder)
    writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify({ ...heap(), allocatedMb: allocatedMb() }));
}, EVERY_MS).unref();

const FIELDS = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split(" ");
const allocator = koffi.struct("mallinfo2", Object.fromEntries(FIELDS.map((name) => [name, "size_t"])));
const mallinfo2 = koffi.load("libc.so.6").func("mallinfo2", allocator, []);

/** What native code and buffers hold of glibc, without what they have freed and glibc keeps (mallinfo(3)). */
function allocatedMb() {
  const { uordblks: small, hblkhd: large } = mallinfo2();
  return (small + large) / 1e6;
}

/** `asideMb`: what is no growth of the program, code that V8 has compiled and room in its heap that nothing lies in. `objectsMb`: the rest. */
function heap() {
  const { code_and_metadata_size: machine, bytecode_and_metadata_size: bytecode } = v8.getHeapCodeStatistics();
  const spaces = v8.getHeapSpaceStatistics();
  const free = spaces.reduce((sum, one) => sum + one.physical_space_size - one.space_used_size, 0);
  const used = spaces.reduce((sum, one) => sum + one.space_used_size, 0);
  return { asideMb: (machine + bytecode + free) / 1e6, objectsMb: (used - machine - bytecode) / 1e6 };
}
