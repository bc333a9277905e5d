const COUNT = 64;

/** A11, the other side of the brake: whoever knows the password is never refused for coming together with others. */
export const signIns = {
  id: "A11",
  tried: "64 right sign-ins at once behind one address, half of one account and half of eight others",
  bar: "all pass",
  isQuick: true,
  async run(ground) {
    const recorder = await ground.recorder();
    const password = "correct horse battery";
    for (let at = 0; at < 8; at += 1)
      await recorder.must("POST", "/service/users", { body: { username: `person${at}`, password, role: "Viewer" } });
    const answers = await Promise.all(
      Array.from({ length: COUNT }, (_, at) =>
        at % 2 === 0 ? recorder.signIn() : recorder.signIn(`person${(at >> 1) % 8}`, password),
      ),
    );
    const wrong = await recorder.signIn("person0", "not this one");
    const passed = answers.filter(({ status }) => status === 200).length;
    // A recorder that lets anybody in would pass as well: a wrong password must still be refused.
    return { figure: `${passed} of ${COUNT} pass`, held: passed === COUNT && wrong.status === 401 };
  },
};
