import { XMLParser } from "fast-xml-parser";
import { expect, test } from "vitest";
import { referenceParameters } from "#recorder/onvif/reference-parameters.ts";

const answer = (parameters: string): string =>
  `<s:Envelope xmlns:s="S" xmlns:wsa="A" xmlns:v="urn:vendor" xmlns="urn:default"><s:Body><R><SubscriptionReference><wsa:Address>http://c/</wsa:Address>${parameters}</SubscriptionReference></R></s:Body></s:Envelope>`;
const within = (children: string): string => answer(`<wsa:ReferenceParameters>${children}</wsa:ReferenceParameters>`);

test("none are none; parameters of something else are not the subscription's", () => {
  expect(referenceParameters(answer(""))).toBe("");
  expect(referenceParameters(within(""))).toBe("");
  expect(referenceParameters("<R><Other><ReferenceParameters><a>1</a></ReferenceParameters></Other></R>")).toBe("");
});

test("each is a header block with the namespaces that held where it stood", () => {
  const header = referenceParameters(within("<v:Id>12</v:Id><Token>x</Token>")) ?? "";
  const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "@", parseTagValue: false }).parse(
    `<h>${header}</h>`,
  ) as { h: Record<string, Record<string, string>> };
  const declared = { "@xmlns:v": "urn:vendor", "@xmlns": "urn:default", "@addressed:IsReferenceParameter": "true" };
  expect(parsed.h["v:Id"]).toMatchObject({ "#text": "12", ...declared });
  expect(parsed.h.Token).toMatchObject({ "#text": "x", ...declared });
});

test.each([
  ["too many", "<v:a/>".repeat(9)],
  ["too long", `<v:a>${"x".repeat(5000)}</v:a>`],
  ["too deep", "<v:a>".repeat(12) + "</v:a>".repeat(12)],
])("what is %s is not sent back", (_why, children) => expect(referenceParameters(within(children))).toBeNull());

test("a camera's text ends no element of ours", () => {
  const header = referenceParameters(within('<v:a q="&quot;/&gt;">&lt;/v:a&gt;&lt;evil/&gt;</v:a>')) ?? "";
  expect(header).not.toContain("<evil");
  expect(header.match(/</g)).toHaveLength(2);
});
