/** A mail server that keeps what it is given: a line of SMTP at a time, without encryption. */
import { createServer } from "node:net";

/** `delayMs`: how long it thinks about each mail before it says that it has it. */
export async function openMailSink(delayMs) {
  const mails = [];
  const server = createServer((socket) => {
    let isBody = false;
    let rest = "";
    let mail = { to: [], text: "" };
    const say = (line) => socket.write(`${line}\r\n`);
    const hear = (line) => {
      if (isBody && line === ".") {
        isBody = false;
        const done = mail;
        mail = { to: [], text: "" };
        setTimeout(() => {
          mails.push(done);
          say("250 kept");
        }, delayMs);
      } else if (isBody) mail.text += `${line}\n`;
      else if (/^DATA/i.test(line)) {
        isBody = true;
        say("354 go on");
      } else if (/^QUIT/i.test(line)) socket.end("221 bye\r\n");
      else {
        const to = /^RCPT TO:<(.*)>/i.exec(line)?.[1];
        if (to !== undefined) mail.to.push(to);
        say("250 ok");
      }
    };
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString("utf8")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) hear(line);
    });
    say("220 sink");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  /**
   * Of so many mails that are owed, each to another reader or about another played server. `again`: mails that the server took as their sender, or
   * its database, died, and that came once more under the same name.
   */
  const tally = (owed) => {
    const named = new Set();
    const told = new Map();
    for (const { to, text } of mails) {
      const id = /^message-id: *(\S+)/im.exec(text)?.[1] ?? text;
      const what = `${to[0]} ${/Site \d+/.exec(text)?.[0] ?? ""}`;
      if (!named.has(id)) told.set(what, (told.get(what) ?? 0) + 1);
      named.add(id);
    }
    const doubled = [...told.values()].filter((count) => count > 1).length;
    return { lost: owed - told.size, doubled, again: mails.length - named.size };
  };
  return { mails, tally, port: server.address().port, close: () => server.close() };
}
