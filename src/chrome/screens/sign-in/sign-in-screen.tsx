/** The sign-in page of document 1, section 2. */
import type { SignInFailure } from "#actions/session/session-actions.ts";
import { type Failure, hasCode } from "#domain/failures/failure.ts";
import { Suspense, useEffect, useRef, useState } from "react";
import { Form } from "react-aria-components/Form";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { type Credentials, googleShown, signInRequest } from "#domain/accounts/sign-in.ts";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { Button } from "#chrome/kit/button/button.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { LoadBoundary } from "#chrome/kit/feedback/load-boundary.tsx";
import { Logo } from "#chrome/kit/logo.tsx";
import { Spinner } from "#chrome/kit/feedback/spinner.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useProduct } from "#chrome/product.ts";
import { loadStartParts } from "#chrome/start-parts.ts";
import { loadAllTexts } from "#chrome/texts/load-texts.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { Agreement } from "./agreement.tsx";
import { askedFor } from "./asked-for.ts";
import { NotSignedOut } from "./not-signed-out.tsx";
import { OtherWays } from "./other-ways.tsx";
import { type Asked, SecondStep } from "./second-step.tsx";
import { ShownFailure } from "./shown-failure.tsx";
import css from "./sign-in.module.css";
import { useCountdown } from "./use-countdown.ts";
import { usePasskey } from "./use-passkey.ts";

const EndedWhy = chunk(async () => {
  const [part] = await Promise.all([import("./ended-why.tsx"), loadAllTexts()]);
  return part;
});
export function SignInScreen() {
  const { stores, session, browserName, startGoogleSignIn, startCompanySignIn, companyRefusal, prepareStage } =
    useProduct();
  const say = useText();
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const about = useFacts(stores.session, (facts) => facts.about);
  const signedInAs = useFacts(stores.session, (facts) =>
    facts.phase === "signed-in" ? facts.user?.username : undefined,
  );
  const lowBandwidthDefault = useFacts(stores.session, (facts) => facts.lowBandwidth);
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [lowBandwidth, setLowBandwidth] = useState(lowBandwidthDefault);
  const [staySignedIn, setStaySignedIn] = useState(false);
  const [accepted, setAccepted] = useState(false);
  const [problem, setProblem] = useState<Failure | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [processing, setProcessing] = useState(false);

  const [asked, setAsked] = useState<Asked | null>(null);
  const [waitS, brake] = useCountdown();
  const returned = useFacts(stores.session, (facts) => facts.signInFailure);
  const endedWhy = useFacts(stores.session, (facts) => facts.endedWhy);

  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  // The main action of this page.
  useEffect(() => first.current?.focus(), []);

  // Whoever types, or whose browser has filled the form, goes on to the stage.
  const isTyping = username !== "" || password !== "";
  useEffect(() => {
    if (!isTyping) return;
    void loadStartParts();
    void prepareStage();
  }, [isTyping, prepareStage]);

  // The browser is back from the company's sign-in, without a session.
  useEffect(() => {
    if (search !== "?refused") return;
    void (async () => {
      const [why] = await Promise.all([companyRefusal(), loadAllTexts()]);
      setFailure(why);
      await navigate("/sign-in", { replace: true });
    })();
  }, [search, companyRefusal, navigate]);

  const domainLogin = about?.domainLogin ?? false;
  const agreement = about?.agreement ?? "";
  const blocked = agreement !== "" && !accepted;
  // Without the box (and when the server has no WebRTC) the session runs in low-bandwidth mode.
  const offered = about?.lowBandwidthOffered ?? false;
  const chosenLowBandwidth = offered ? lowBandwidth : lowBandwidthDefault || !(about?.webrtcOffered ?? true);

  const shownFailure = failure ?? returned;
  const failed = useRef(false);
  // The focused element was disabled while the form was sent and lost the focus; it gets the focus back, so that the
  // user can type on after reading the reason.
  useEffect(() => {
    if (failed.current && shownFailure === null) (username === "" ? first : second).current?.focus();
    failed.current = shownFailure !== null;
  }, [shownFailure, username]);
  const forgive = (): void => {
    setFailure(null);
    stores.session.change((facts) => {
      facts.signInFailure = null;
    });
  };

  const submit = async (): Promise<void> => {
    const agreementAccepted = agreement === "" ? null : accepted;
    const request = signInRequest({ username, password, staySignedIn, agreementAccepted }, domainLogin);
    setProblem(request.ok ? null : request.error);
    if (!request.ok || processing || waitS > 0) return;
    setProcessing(true);
    forgive();
    const done = await session.signIn(request.value, chosenLowBandwidth);
    setProcessing(false);
    if (!done.ok) return refused(request.value, done.error);
    await entered();
  };
  const entered = async (): Promise<void> => {
    setPassword("");
    // Back does not ask somebody to sign in who is signed in.
    await navigate(askedFor(state), { replace: true });
  };
  const refused = async (credentials: Credentials, why: SignInFailure): Promise<void> => {
    const hasPasskey = hasCode(why.failure, "session/passkey-or-code");
    if (hasPasskey || hasCode(why.failure, "session/code-required"))
      return setAsked({ credentials, key: null, hasPasskey });
    if (!hasCode(why.failure, "session/factor-required")) {
      brake(why.retryAfterS);
      return setFailure(why.failure);
    }
    const begun = await session.beginFactor(credentials);
    const canMake = session.passkeys.device.trouble() === null;
    if (begun.ok) setAsked({ credentials, key: begun.value, hasPasskey: canMake });
    else setFailure(begun.error.failure);
  };
  const passkey = usePasskey({
    choices: { staySignedIn, lowBandwidth: chosenLowBandwidth },
    rests: blocked || processing || asked !== null,
    onDone: (done) => void (done.ok ? entered() : setFailure(done.error.failure)),
  });
  // Where the address of the page is the reason, pressing the button says so.
  const hasPasskeys = session.passkeys.device.trouble()?.code !== "session/passkey-unsupported";
  const hasGoogle = about !== null && googleShown(about.googleClientId, browserName);
  const isBusy = processing || passkey.isAsking;

  const companySignIn = async (): Promise<void> => {
    setProcessing(true);
    forgive();
    const choices = { staySignedIn, lowBandwidth: offered && lowBandwidth };
    const [begun] = await Promise.all([startCompanySignIn(choices, askedFor(state)), loadAllTexts()]);
    // The browser is leaving for the provider's page.
    if (begun.ok) return;
    setProcessing(false);
    setFailure(begun.error);
  };
  const googleSignIn = (): void => {
    const choices = { staySignedIn, lowBandwidth: chosenLowBandwidth };
    if (about) startGoogleSignIn(about.googleClientId, about.googleAuthorization, choices, askedFor(state));
  };

  return (
    <main className={css.page}>
      <div className={css.column}>
        <div className={css.brand}>
          <Logo size={52} />
          <span className={css.word}>{say("app.name")}</span>
          {about?.name && about.name !== say("app.name") ? (
            <span className={css.server}>{say("signIn.subtitle", { server: about.name })}</span>
          ) : null}
        </div>
        <NotSignedOut />
        {endedWhy === null ? null : (
          <LoadBoundary place="" fallback={null}>
            <Suspense>
              <EndedWhy why={endedWhy} />
            </Suspense>
          </LoadBoundary>
        )}
        <Form
          className={css.card ?? ""}
          validationBehavior="aria"
          aria-busy={processing}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <h1>{say("signIn.title")}</h1>
          {problem ? (
            <p className={css.problem} role="alert">
              <FailureWords of={problem} />
            </p>
          ) : null}
          {shownFailure === null ? null : <ShownFailure reason={shownFailure} onClose={forgive} />}
          <TextField
            label={say("signIn.username")}
            name="username"
            autoComplete="username webauthn"
            autoCorrect="off"
            spellCheck="false"
            inputRef={first}
            value={username}
            onChange={setUsername}
            isDisabled={processing}
            {...(domainLogin ? { placeholder: say("signIn.domainHint") } : {})}
          />
          <TextField
            label={say("signIn.password")}
            name="password"
            type="password"
            autoComplete="current-password"
            inputRef={second}
            value={password}
            onChange={setPassword}
            isDisabled={processing}
          />
          <div className={css.checks}>
            {offered ? (
              <Checkbox isSelected={lowBandwidth} onChange={setLowBandwidth} isDisabled={processing}>
                {say("signIn.lowBandwidth")}
              </Checkbox>
            ) : null}
            <Checkbox isSelected={staySignedIn} onChange={setStaySignedIn} isDisabled={processing}>
              {say("signIn.stay")}
            </Checkbox>
          </div>
          {agreement === "" ? null : (
            <Agreement text={agreement} accepted={accepted} isDisabled={processing} onChange={setAccepted} />
          )}
          <Button type="submit" tone="primary" wide isDisabled={blocked || isBusy || waitS > 0}>
            {processing ? (
              <>
                <Spinner /> {say("signIn.processing")}
              </>
            ) : waitS > 0 ? (
              say("signIn.wait", { seconds: waitS })
            ) : (
              say("signIn.submit")
            )}
          </Button>
          <OtherWays
            isDisabled={blocked || isBusy}
            company={about?.companyLabel ?? ""}
            onCompany={() => void companySignIn()}
            onPasskey={hasPasskeys ? passkey.use : null}
            onGoogle={hasGoogle ? googleSignIn : null}
          />
        </Form>
        {asked === null ? null : (
          <SecondStep
            asked={asked}
            lowBandwidth={chosenLowBandwidth}
            onDone={() => void entered()}
            onClose={() => setAsked(null)}
          />
        )}
        <div className={css.foot}>
          {signedInAs === undefined ? null : (
            <span>
              {say("signIn.signedInAs", { name: signedInAs })} <Link to="/stage">{say("signIn.toStage")}</Link>
            </span>
          )}
          <Link to="/version">{say("nav.version")}</Link>
        </div>
      </div>
    </main>
  );
}
