import { expect, it } from "vitest";
import { englishText } from "#domain/failures/english.ts";
import { BUCKET_VOLUME } from "#domain/recordings/bucket.ts";
import { notReachable } from "#domain/recordings/not-reachable.ts";
import { ONE_FOLDER } from "#domain/recordings/volume.ts";

it.each([
  [[ONE_FOLDER], "archive/not-reachable", "lies on a volume that"],
  [["disk1", "disk2"], "archive/volume-not-reachable", "on the volume disk1, disk2"],
  [[BUCKET_VOLUME], "archive/bucket-not-reachable", "lies in the bucket"],
  [["disk1", BUCKET_VOLUME], "archive/volume-not-reachable", "on the volume disk1, S3"],
])("what lies on %j is said by names that people know", (volumes, code, words) => {
  const why = notReachable(volumes);
  expect(why.code).toBe(code);
  expect(englishText(why)).toContain(words);
});
