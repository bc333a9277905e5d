import { expect, test } from "vitest";
import { createUserActions } from "#actions/administration/user-actions.ts";
import { HttpClient } from "#transport/http.ts";

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test("five requests at a time, the others in their turn", async () => {
  const answers: ((response: Response) => void)[] = [];
  const fetch = () => new Promise<Response>((resolve) => answers.push(resolve));
  const http = new HttpClient({
    origin: "http://recorder",
    token: () => null,
    onUnauthorized: () => undefined,
    fetch,
  });
  const users = createUserActions(http);
  const removed = Array.from({ length: 7 }, (_, at) => users.remove(String(at)));
  await settled();
  expect(answers).toHaveLength(5);
  for (let at = 0; at < 7; at++) {
    answers[at]?.(new Response(null, { status: 204 }));
    await settled();
    expect(answers).toHaveLength(Math.min(7, 6 + at));
  }
  expect((await Promise.all(removed)).every(({ ok }) => ok)).toBe(true);
});
