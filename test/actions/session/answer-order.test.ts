import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createAnswerOrder } from "#actions/session/answer-order.ts";

test("an answer counts unless something settled the question after it was asked", () => {
  const order = createAnswerOrder();
  const first = order.ask();
  const second = order.ask();
  expect(first()).toBe(true);
  expect(second(), "a newer question goes before an older one").toBe(true);
  const third = order.ask();
  order.settle();
  expect(third()).toBe(false);
  expect(order.ask()()).toBe(true);
});

test("after an answer no older one counts, in whatever order questions, answers and events come", () => {
  const steps = fc.array(fc.oneof(fc.constant("ask"), fc.constant("settle"), fc.nat({ max: 20 })), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (all) => {
      const order = createAnswerOrder();
      const open: { readonly at: number; readonly answer: () => boolean }[] = [];
      let newestAt = -1;
      all.forEach((step, at) => {
        if (step === "ask") open.push({ at, answer: order.ask() });
        else if (step === "settle") {
          order.settle();
          newestAt = at;
        } else {
          const [question] = open.splice(step % Math.max(1, open.length), 1);
          if (!question) return;
          expect(question.answer()).toBe(question.at > newestAt);
          newestAt = Math.max(newestAt, question.at);
        }
      });
    }),
  );
});
