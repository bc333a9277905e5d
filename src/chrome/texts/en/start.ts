/** English. Texts that are needed before anything else is loaded: sign-in, gates, 404, Reload. */
export const startTexts = {
  "app.name": "Proscenium",
  "app.loading": "Loading…",
  "app.notLoaded": "This page could not be loaded",
  "app.notLoadedText": "The connection may have been away for a moment.",
  "app.retry": "Try again",
  "app.close": "Close",
  "app.cancel": "Cancel",
  "app.ok": "OK",
  "app.unreachable": "The server cannot be reached",
  "app.notifications": "Notifications",
  "app.skipToContent": "Skip to content",

  "nav.version": "Version Information",

  "gate.unsupported.title": "This browser is not supported",
  "gate.unsupported.text":
    "Use a current version of Chrome, Edge, Firefox, Opera or Safari. The oldest supported are Chrome 34, Firefox 33, Internet Explorer 11, Opera 25 and Safari 8.",
  "gate.websocket.title": "WebSockets are missing",
  "gate.websocket.text":
    "Live events and video need WebSockets. Your browser or a proxy on the way does not allow them.",
  "gate.incognito.title": "No local storage",
  "gate.incognito.text":
    "This page cannot use your browser's local storage. Private (incognito) windows and strict privacy settings switch it off. Open the page in a normal window or allow storage for this site.",
  "gate.compatibility.title": "Browser compatibility",
  "gate.compatibility.text":
    "This browser lacks WebRTC, which shows live video with the least delay. Use a current version of Chrome, Edge, Firefox, Opera or Safari.",
  "gate.lacks": "This browser lacks: {names}",
  "gate.back": "Back to sign in",

  "notFound.title": "Page not found",
  "notFound.text": "There is nothing at this address.",
  "notFound.link": "To the front page",

  "death.title": "The connection to the server is lost",
  "death.socket": "The server answers, but its live events do not. Reload to go on.",
  "death.noSockets":
    "The server answers, but websockets do not reach it. If a proxy stands before it, it must pass on websocket upgrades and the Host header: docs/proxies.md has settings that work.",
  "death.server": "The server has not answered for a while. Reload when it is back.",
  "death.reload": "Reload",
  "death.support": "Support",

  "signIn.title": "Sign in",
  "signIn.subtitle": "to {server}",
  "signIn.username": "Username",
  "signIn.password": "Password",
  "signIn.domainHint": "user@domain",
  "signIn.lowBandwidth": "Low-bandwidth (compatibility) mode",
  "signIn.stay": "Stay signed in",
  "signIn.agreement": "Access agreement",
  "signIn.accept": "I accept the access agreement",
  "signIn.submit": "Sign in",
  "signIn.processing": "Signing in…",
  "signIn.wait": "Try again in {seconds} s",
  "signIn.or": "or",
  "signIn.passkey": "Use a passkey",
  "signIn.google": "Sign in with Google",
  "signIn.failed": "Sign in failed",
  "signIn.notSignedOut": "The server did not end your session: this browser may still be signed in.",
  "signIn.signedInAs": "You are signed in as {name}.",
  "signIn.toStage": "To the stage",
} as const;
