#!/usr/bin/env node
/**
 * Starts Firefox for Playwright, which takes this for the browser. Playwright speaks WebDriver BiDi with commands that
 * Debian's Firefox does not know yet. They only set what a test's page prefers (a colour scheme, less motion); without
 * an answer no page opens. So what goes between both passes here, and such a command is answered as if it were done.
 */
import { spawn } from "node:child_process";
import process from "node:process";
import { WebSocket, WebSocketServer } from "ws";
import { findFirefox } from "./firefox.mjs";

const LISTENS = /WebDriver BiDi listening on (ws:\/\/\S+)/;
const UNKNOWN = new Set(["emulation.setMediaFeaturesOverride"]);

const firefox = spawn(findFirefox() ?? "firefox", process.argv.slice(2), { stdio: ["inherit", "inherit", "pipe"] });
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => firefox.kill(signal));
firefox.on("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
firefox.on("exit", (code) => process.exit(code ?? 1));
firefox.stderr.setEncoding("utf8");
firefox.stderr.on("data", (text) => {
  const own = LISTENS.exec(text)?.[1];
  if (own) passBetween(own);
  else process.stderr.write(text);
});

/** Opens a door for Playwright, and tells it the address in the words in which Firefox says its own. */
function passBetween(own) {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" }, () =>
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`),
  );
  server.on("connection", (front, request) => {
    const back = new WebSocket(own + request.url);
    const early = [];
    front.on("message", (data) => {
      const text = String(data);
      const { id, method } = JSON.parse(text);
      if (UNKNOWN.has(method)) front.send(JSON.stringify({ id, type: "success", result: {} }));
      else if (back.readyState === WebSocket.OPEN) back.send(text);
      else early.push(text);
    });
    back.on("open", () => {
      for (const text of early.splice(0)) back.send(text);
    });
    back.on("message", (data) => front.send(data, { binary: false }));
    back.on("close", () => front.close());
    back.on("error", () => front.close());
    front.on("close", () => back.close());
  });
}
