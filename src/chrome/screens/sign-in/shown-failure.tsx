import { Suspense } from "react";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { LoadBoundary } from "#chrome/kit/feedback/load-boundary.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import type { Failure } from "#domain/failures/failure.ts";
import css from "./sign-in.module.css";

const SignInFailed = chunk(() => import("./sign-in-failed.tsx"));

/** Why a sign-in failed: in its dialog, or as plain words where the dialog cannot be loaded. */
export const ShownFailure = (props: { readonly reason: Failure; readonly onClose: () => void }) => (
  <LoadBoundary place="" fallback={<PlainFailure reason={props.reason} />}>
    <Suspense>
      <SignInFailed {...props} />
    </Suspense>
  </LoadBoundary>
);

/**
 * Used when the server is not reachable: the sign-in failed for that reason, and its dialog cannot be loaded either.
 */
const PlainFailure = ({ reason }: { readonly reason: Failure }) => (
  <p className={css.problem} role="alert" tabIndex={-1} ref={takeFocus}>
    <FailureWords of={reason} />
  </p>
);
/** The form was disabled while it was sent: the keyboard continues here. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();
