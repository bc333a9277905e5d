// @vitest-environment jsdom
/** The return from Google's page: with a token, without one, and with an answer that was never requested. */
import { afterEach, expect, test } from "vitest";
import { googleAnswer, startGoogleSignIn } from "#app/google-sign-in.ts";

afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});

const choices = { staySignedIn: true, lowBandwidth: false };
const back = (fragment: string, state = "s") => {
  sessionStorage.setItem("proscenium.google", JSON.stringify({ state, nonce: "n", choices }));
  history.replaceState(null, "", `/?stats-overlay=1#${fragment}`);
  return googleAnswer();
};

test("a token, with what the form had ticked", () => {
  expect(back("id_token=t&state=s")).toEqual({ token: { credential: "t", nonce: "n", choices } });
});

test.each([
  ["who gave up there", "error=access_denied&state=s", "access_denied"],
  ["a token for another tab", "id_token=t&state=other", "state_mismatch"],
  ["an error that nobody asked for", "error=access_denied&state=other", "state_mismatch"],
])("%s: no token, and an address that the router knows", (_who, fragment, refused) => {
  expect(back(fragment)).toEqual({ refused });
  expect(location.hash).toBe("");
  expect(location.search).toBe("?stats-overlay=1");
  // The answer is read once: a reload gives no second answer.
  expect(googleAnswer()).toBeNull();
});

test("any other address is left as it is", () => {
  expect(back("/stage?time=5")).toBeNull();
  expect(location.hash).toBe("#/stage?time=5");
});

test.each([
  ["signed in", "id_token=t"],
  ["who gave up there", "error=access_denied"],
])("the way back leads to the address that was asked for, with the page's flags: %s", (_who, answer) => {
  history.replaceState(null, "", "/?stats-overlay=1#/sign-in");
  // jsdom does not navigate; the page to which Google returns has no query.
  startGoogleSignIn("client", "https://accounts.test/auth", choices, "/stage?stage=4&time=5");
  const { state } = JSON.parse(sessionStorage.getItem("proscenium.google") ?? "") as { state: string };
  history.replaceState(null, "", `/#${answer}&state=${state}`);
  expect(googleAnswer()).not.toBeNull();
  expect(location.search + location.hash).toBe("?stats-overlay=1#/stage?stage=4&time=5");
});
