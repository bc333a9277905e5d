/**
 * Loaded before a process whose memory is measured (`node --require`): collects its garbage now and then, so that what is measured
 * is what it keeps.
 */
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");

const EVERY_MS = 20_000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
setInterval(() => collect(), EVERY_MS).unref();
