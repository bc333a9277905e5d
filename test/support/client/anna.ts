/** Anna: what she signs in with, and her session as a recorder tells it. */
export const credentials = { username: "anna", password: "pw", expiresIn: 9, cookie: "session" as const };
export const me = {
  type: "user",
  id: "secret",
  name: "anna",
  role: "Viewer",
  scope: { baseScope: ["live"] },
  expiresIn: 9,
  userId: "7",
};
