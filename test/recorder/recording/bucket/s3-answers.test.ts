import { describe, expect, it } from "vitest";
import {
  hasLockIn,
  isHeldIn,
  isNoObject,
  objectsOf,
  partsOf,
  refusedOf,
  S3Refused,
  uploadIdOf,
  versionNamed,
  versionsOf,
} from "#recorder/recording/bucket/s3-answers.ts";

const listed = (objects: string): string => `<ListBucketResult><Name>b</Name>${objects}</ListBucketResult>`;
const object = (key: string, size: number): string => `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`;

describe("the answers of an S3 service", () => {
  it.each([
    ["no object", "", []],
    ["one object, which is a list too", object("a", 5), [{ key: "a", bytes: 5 }]],
    [
      "keys that look like numbers",
      object("007", 1) + object("1e3", 2),
      [
        { key: "007", bytes: 1 },
        { key: "1e3", bytes: 2 },
      ],
    ],
  ])("lists: %s", (_name, xml, objects) => {
    expect(objectsOf(listed(xml))).toEqual(objects);
  });

  it("versions: the next answer goes on only where the list is cut short", () => {
    const version = (id: string): string => `<Version><Key>a</Key><Size>3</Size><VersionId>${id}</VersionId></Version>`;
    const more = "<NextKeyMarker>a</NextKeyMarker><NextVersionIdMarker>2</NextVersionIdMarker>";
    const answer = (isMore: boolean, id: string): string =>
      `<ListVersionsResult><IsTruncated>${isMore}</IsTruncated>${more}${version(id)}</ListVersionsResult>`;
    expect(versionsOf(answer(true, "1"))).toEqual({
      objects: [{ key: "a", bytes: 3, version: "1" }],
      nextKey: "a",
      nextVersion: "2",
    });
    expect(versionsOf(answer(false, "null"))).toEqual({
      objects: [{ key: "a", bytes: 3, version: "" }],
      nextKey: "",
      nextVersion: "",
    });
    expect(versionsOf("<ListVersionsResult><Name>b</Name></ListVersionsResult>").objects).toEqual([]);
    expect([versionNamed("null"), versionNamed(""), versionNamed("x")]).toEqual(["", "", "x"]);
  });

  it("uploads and their parts; an etag that looks like a number stays a text", () => {
    const id = "<InitiateMultipartUploadResult><UploadId>12</UploadId></InitiateMultipartUploadResult>";
    expect(uploadIdOf(id)).toBe("12");
    const part = "<Part><PartNumber>2</PartNumber><ETag>&quot;0e1&quot;</ETag><Size>9</Size></Part>";
    expect(partsOf(`<ListPartsResult><UploadId>12</UploadId>${part}</ListPartsResult>`)).toEqual([
      { number: 2, etag: '"0e1"', bytes: 9 },
    ]);
    expect(partsOf("<ListPartsResult><UploadId>12</UploadId></ListPartsResult>")).toEqual([]);
  });

  it.each([
    ["<LegalHold><Status>ON</Status></LegalHold>", true],
    ["<LegalHold><Status>OFF</Status></LegalHold>", false],
    ["<LegalHold><Other>1</Other></LegalHold>", false],
  ])("legal holds: %s", (xml, isHeld) => {
    expect(isHeldIn(xml)).toBe(isHeld);
  });

  it.each([
    ["Enabled", true],
    ["Disabled", false],
  ])("Object Lock: %s", (state, hasLock) => {
    const xml = `<ObjectLockConfiguration><ObjectLockEnabled>${state}</ObjectLockEnabled></ObjectLockConfiguration>`;
    expect(hasLockIn(xml)).toBe(hasLock);
  });

  it.each([
    [404, "", "", true, "refused (404)"],
    [403, "<Error><Code>AccessDenied</Code></Error>", "AccessDenied", false, "AccessDenied (403)"],
    [
      400,
      "<Error><Code>NoSuchVersion</Code><Message>gone</Message></Error>",
      "NoSuchVersion",
      true,
      "NoSuchVersion: gone",
    ],
    [502, "<html><body>Bad Gateway</body></html>", "", false, "refused (502)"],
  ])("a refusal with status %d and body %s", (status, xml, code, isNone, message) => {
    const refused = refusedOf(status, xml);
    expect(refused).toBeInstanceOf(S3Refused);
    expect(refused).toMatchObject({ status, code, message });
    expect(isNoObject(refused)).toBe(isNone);
  });

  it("an answer to another call throws", () => {
    expect(() => objectsOf("<html></html>")).toThrow();
    expect(() => uploadIdOf(listed(""))).toThrow();
    expect(isNoObject(new Error("NoSuchKey"))).toBe(false);
  });
});
