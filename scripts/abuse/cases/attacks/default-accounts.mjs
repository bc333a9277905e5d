/** Names and passwords with which cameras, recorders and programs were delivered. */
const NAMES = [
  "admin",
  "root",
  "administrator",
  "user",
  "guest",
  "operator",
  "viewer",
  "service",
  "support",
  "supervisor",
];
const PASSWORDS = [
  "",
  ..."admin|password|1234|12345|123456|12345678|123456789|root|pass|guest|user|888888|666666|111111|000000|54321".split(
    "|",
  ),
  ..."admin123|admin1234|Admin123|admin12345|qwerty|letmein|welcome|changeme|default|system|service|support".split("|"),
  ..."meinsm|ikwd|4321|1111|9999|proscenium|Proscenium|recorder|camera|hikvision|dahua|axis|xc3511|vizxv".split("|"),
];
const WEAK = ["password", "12345678", "qwerty123", "admin123", "letmein", "proscenium"];
const AT_ONCE = 8;

/** A12: nobody gets in with what was printed on a label, and nobody can choose what everybody tries first. */
export const defaultAccounts = {
  id: "A12",
  tried: `${NAMES.length * PASSWORDS.length} default names and passwords at a recorder that was just installed; weak passwords for a new account`,
  bar: "none opens it, two installations have different first passwords, no weak password is accepted, the right one works afterwards",
  async run(ground) {
    const [recorder, other] = [await ground.recorder(), await ground.recorder()];
    const pairs = NAMES.flatMap((username) => PASSWORDS.map((password) => ({ username, password })));
    const tried = ground.size(pairs, pairs.slice(0, 40));
    const owner = { cookie: await deviceCookie(recorder) };
    let opened = 0;
    let next = 0;
    const guess = async () => {
      for (let at = next++; at < tried.length; at = next++) {
        const { username, password } = tried[at];
        if ((await recorder.signIn(username, password)).status === 200) opened += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, guess));
    let accepted = 0;
    for (const [at, password] of WEAK.entries()) {
      const body = { username: `weak${at}`, password, role: "Viewer" };
      if ((await other.ask("POST", "/service/users", { body })).status < 300) accepted += 1;
    }
    const isOwn = recorder.password.length >= 12 && recorder.password !== other.password;
    // A device that has signed in before has a brake of its own: whoever guesses does not shut it out.
    const right = await withCookie(recorder, owner.cookie);
    const figure = `${opened} of ${tried.length} open it, ${accepted} of ${WEAK.length} weak ones accepted, the owner: ${right}`;
    return { figure, held: opened === 0 && accepted === 0 && isOwn && right === 200 };
  },
};

const asked = (recorder, headers) =>
  fetch(`${recorder.url}/service/sessions/user`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ username: "admin", password: recorder.password }),
  });

/** All cookies that a browser holds after a sign-in. */
async function deviceCookie(recorder) {
  const response = await asked(recorder, {});
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

async function withCookie(recorder, cookie) {
  const { status } = await asked(recorder, { cookie, origin: recorder.url, "sec-fetch-site": "same-origin" });
  return status;
}
