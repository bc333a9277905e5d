/** The change log, which is written in Markdown: headings, lists, paragraphs and `code`; it has nothing else. */
import { createElement, Fragment, type ReactNode } from "react";
import css from "./version.module.css";

type Block =
  | { readonly kind: "release" | "subject" | "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] };

const HEADING = /^(#{1,6})\s+(.*)$/;
const ITEM = /^[-*]\s+(.*)$/;

/** The title of the whole file is left out: the dialog has it. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  let items: string[] = [];
  const finish = (): void => {
    if (paragraph.length > 0) blocks.push({ kind: "text", text: paragraph.join(" ") });
    if (items.length > 0) blocks.push({ kind: "list", items });
    paragraph = [];
    items = [];
  };
  for (const line of markdown.split(/\r?\n/)) {
    const [, level, title = ""] = HEADING.exec(line) ?? [];
    const [, item] = ITEM.exec(line) ?? [];
    if (level !== undefined) {
      finish();
      if (level.length > 1) blocks.push({ kind: level.length === 2 ? "release" : "subject", text: title });
    } else if (item !== undefined) {
      if (paragraph.length > 0) finish();
      items.push(item);
    } else if (line.trim() === "") {
      if (paragraph.length > 0) finish();
    } else if (items.length > 0 && /^\s/.test(line)) items.push(`${items.pop()} ${line.trim()}`);
    else {
      if (items.length > 0) finish();
      paragraph.push(line.trim());
    }
  }
  finish();
  return blocks;
}

/** What stands between two backticks is code. The parts of a text that does not change need no keys. */
const inline = (text: string): ReactNode =>
  createElement(
    Fragment,
    null,
    ...text.split("`").map((part, at) => (at % 2 === 1 ? createElement("code", null, part) : part)),
  );

export const ReleaseNotes = ({ markdown }: { readonly markdown: string }) =>
  createElement("div", { className: css.notes }, ...blocksOf(markdown).map(written));

function written(block: Block): ReactNode {
  switch (block.kind) {
    case "release":
      return <h3>{inline(block.text)}</h3>;
    case "subject":
      return <h4>{inline(block.text)}</h4>;
    case "text":
      return <p>{inline(block.text)}</p>;
    case "list":
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{inline(item)}</li>
          ))}
        </ul>
      );
  }
}
