import { expect, it, test } from "vitest";
import {
  type BucketForm,
  bucketAsk,
  bucketFaults,
  bucketForm,
  clockText,
  hourChoices,
  keepsNothing,
  type ShownBucket,
} from "#domain/recordings/bucket-form.ts";
import { bucketPut } from "#protocol/rest/server/bucket.ts";

const MB = 1024 ** 2;
const before: ShownBucket = {
  endpoint: "https://s3.example.com",
  region: "eu-central-1",
  bucket: "archive",
  prefix: "site1/",
  accessKeyId: "AKID",
  what: "all",
  cameras: null,
  afterDays: 7,
  keepDays: 365,
  limit: 5 * MB,
  hours: { from: 22, to: 6 },
  encryption: "own",
  holds: true,
};
const typed: BucketForm = {
  ...bucketForm(null),
  endpoint: "https://s3.example.com",
  bucket: "archive",
  accessKeyId: "AKID",
  secretAccessKey: "secret",
};
const passphrase = "twelve letters";

it("begins with what is set, or with what fits most", () => {
  expect(bucketForm(null)).toMatchObject({ region: "us-east-1", afterDays: "1", keepDays: "", limitMb: "" });
  expect(bucketForm(null)).toMatchObject({ isAlways: true, encryption: "none", holds: false });
  expect(bucketForm(before)).toMatchObject({ afterDays: "7", keepDays: "365", limitMb: "5", isAlways: false });
  expect(bucketForm(before)).toMatchObject({ from: "22", to: "6", secretAccessKey: "", passphrase: "" });
});

test.each<[string, Partial<BucketForm>, string]>([
  ["an address without its beginning", { endpoint: "s3.example.com" }, "endpoint bucket/bad-endpoint"],
  ["an address with the bucket", { endpoint: "https://s3.example.com/archive" }, "endpoint bucket/bad-endpoint"],
  ["an address with a name and password", { endpoint: "https://a:b@s3.example.com" }, "endpoint bucket/bad-endpoint"],
  ["what the dialog begins with", { endpoint: "https://" }, "endpoint bucket/bad-endpoint"],
  ["a bucket in capitals", { bucket: "Archive" }, "bucket bucket/bad-name"],
  ["a bucket of two letters", { bucket: "ab" }, "bucket bucket/bad-name"],
  ["a prefix with a space", { prefix: "site 1" }, "prefix bucket/bad-prefix"],
  ["a prefix that is too long", { prefix: "a".repeat(200) }, "prefix bucket/bad-prefix"],
  ["no access key", { accessKeyId: " " }, "accessKeyId company/field-required"],
  ["no secret", { secretAccessKey: " " }, "secretAccessKey bucket/no-secret"],
  ["no days", { afterDays: "" }, "afterDays bucket/bad-days"],
  ["days that are no number", { afterDays: "week" }, "afterDays bucket/bad-days"],
  ["too many days", { afterDays: "3651" }, "afterDays bucket/bad-days"],
  ["copies that are kept for no day", { keepDays: "0" }, "keepDays bucket/bad-days"],
  ["copies that are kept too long", { keepDays: "36501" }, "keepDays bucket/bad-days"],
  ["a limit that is no number", { limitMb: "fast" }, "limitMb bucket/bad-limit"],
  ["a limit of nothing", { limitMb: "0" }, "limitMb bucket/bad-limit"],
  ["a limit below 16 KB", { limitMb: "0.015" }, "limitMb bucket/bad-limit"],
  ["no passphrase", { encryption: "own" }, "passphrase bucket/no-passphrase"],
  ["a short passphrase", { encryption: "own", passphrase: "short" }, "passphrase bucket/bad-passphrase"],
])("says what is wrong: %s", (_, more, fault) => {
  const faults = Object.entries(bucketFaults({ ...typed, ...more }, null));
  expect(faults.flatMap(([name, wrong]) => (wrong ? [`${name} ${wrong.code}`] : []))).toEqual([fault]);
});

test.each<[string, Partial<BucketForm>, object]>([
  ["as it begins", {}, { region: "us-east-1", prefix: "", afterDays: 1, keepDays: null, limit: null, hours: null }],
  ["an address that ends with a slash", { endpoint: " http://nas:9000/ " }, { endpoint: "http://nas:9000" }],
  ["no region", { region: " " }, { region: "us-east-1" }],
  ["a prefix", { prefix: " site1 " }, { prefix: "site1/" }],
  ["a prefix between slashes", { prefix: "/a/b//" }, { prefix: "a/b/" }],
  ["the longest prefix", { prefix: "a".repeat(199) }, { prefix: `${"a".repeat(199)}/` }],
  ["days with a comma", { afterDays: "0,5", keepDays: " 30 " }, { afterDays: 0.5, keepDays: 30 }],
  ["days of none", { afterDays: "0" }, { afterDays: 0 }],
  ["a limit", { limitMb: "1.5" }, { limit: 1.5 * MB }],
  ["the least limit", { limitMb: "0.015625" }, { limit: 16_384 }],
  ["hours", { isAlways: false, from: "6", to: "24" }, { hours: { from: 6, to: 24 } }],
  ["hours that are the whole day", { isAlways: false, from: "6", to: "6" }, { hours: null }],
  ["a passphrase with spaces", { encryption: "own", passphrase: ` ${passphrase} ` }, { passphrase: ` ${passphrase} ` }],
])("sends what the server takes: %s", (_, more, sent) => {
  const form = { ...typed, ...more };
  expect(Object.values(bucketFaults(form, null)).filter(Boolean)).toEqual([]);
  expect(bucketAsk(form, null)).toMatchObject({ secretAccessKey: "secret", ...sent });
  expect(bucketPut.safeParse(bucketAsk(form, null)).success).toBe(true);
});

it("sends secrets only where they were typed, and a passphrase only where it counts", () => {
  const asked = (more: Partial<BucketForm>) => bucketAsk({ ...bucketForm(before), ...more }, before);
  expect(bucketFaults(bucketForm(before), before)).toMatchObject({ secretAccessKey: null, passphrase: null });
  expect(asked({})).toEqual(before);
  expect(asked({ secretAccessKey: " new " })).toEqual({ ...before, secretAccessKey: "new" });
  expect(asked({ passphrase })).toEqual({ ...before, passphrase });
  expect(asked({ encryption: "none", passphrase })).toEqual({ ...before, encryption: "none" });
  const other = { ...before, encryption: "service" } as const;
  const fault = bucketFaults({ ...bucketForm(other), encryption: "own" }, other).passphrase;
  expect(fault?.code).toBe("bucket/no-passphrase");
});

it("leaves a limit as it is to the byte where nobody has typed another one", () => {
  const odd = { ...before, limit: 16_384 };
  expect(bucketForm(odd).limitMb).toBe("0.02");
  expect(bucketAsk(bucketForm(odd), odd).limit).toBe(16_384);
  expect(bucketFaults(bucketForm(odd), odd).limitMb).toBeNull();
  expect(bucketAsk({ ...bucketForm(odd), limitMb: "" }, odd).limit).toBeNull();
});

test.each([
  ["1", "", false],
  ["1", "2", false],
  ["7", "7", true],
  ["7", "1", true],
  ["week", "1", false],
])("knows whether a copy would be removed at once: after %s days, for %s days", (afterDays, keepDays, isSenseless) => {
  expect(keepsNothing({ afterDays, keepDays })).toBe(isSenseless);
});

it("has the hours of a day to choose from, and the one that is set", () => {
  expect(hourChoices(0, "22").map(Number)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  expect(hourChoices(1, "6").at(-1)).toBe("24");
  expect(hourChoices(0, "6.5").slice(6, 8)).toEqual(["6", "6.5"]);
  expect([0, 6.5, 24].map(clockText)).toEqual(["00:00", "06:30", "24:00"]);
});
