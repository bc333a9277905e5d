/** The texts that servers send beside a failure's code, for programs and logs: always English. */
import type { Failure } from "./failure.ts";
import { failureText, speechOf } from "./failure-text.ts";
import { all } from "./en/all.ts";

const english = speechOf(all);
export const englishText = (failure: Failure): string => failureText(failure, english);
