/**
 * Passwords that everybody tries first. A list of thousands is mostly a few words in many disguises, so the disguise is
 * removed first (upper case, 3 for e, digits and signs around the word, repetitions) and the rest is compared with the
 * words themselves.
 */
/** The words of attackers' lists that remain when the disguise is removed. */
const WORDS = new Set(
  `password passwort passwd pass pasword parola motdepasse contrasena senha wachtwoord secret geheim private admin administrator
  root user username guest test testing tester demo default changeme change letmein welcome willkommen hello hallo login signin
  access master super superuser superman batman spiderman pokemon starwars dragon monkey shadow sunshine princess football
  baseball basketball hockey soccer liverpool chelsea arsenal barcelona iloveyou loveyou lovely love flower family freedom
  whatever trustno nothing computer internet server network service system security camera cameras recorder video surveillance
  watchman proscenium summer winter spring autumn january february march april june july august september october november
  december monday friday sunday michael jennifer jessica daniel thomas charlie jordan hunter andrew joshua matthew robert
  ashley nicole amanda hannah andrea samantha killer hacker matrix ninja mustang ferrari corvette yamaha harley cookie banana
  orange cheese chocolate coffee pepper ginger summertime blessed heaven jesus angel angels london berlin paris newyork
  qwerty qwertyuiop qwertz qwertzuiop azerty asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc abc abcd abcdef
  abcdefg abcdefgh xxx passphrase mypassword thepassword p company office support manager operator viewer temp temporary
  guestguest public root toor oracle cisco hikvision dahua axis ubnt ubiquiti raspberry alpine supervisor`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
const PLAIN: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
/** Keys in the order of keyboards and alphabets: a password that walks along them is too easy. */
const WALKS = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "qwertzuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
];

/** Whether `password` is a disguised common word, a walk over the keys, a repetition, or the account's own name. */
export function isCommonPassword(password: string, username: string): boolean {
  const small = password.normalize("NFKC").toLowerCase();
  const own = username.toLowerCase();
  return [small, undressed(small), undressed(plain(small)), plain(undressed(small))].some(
    (form) => form === "" || isWord(unit(form), own) || isWord(form, own) || isWalk(unit(form)),
  );
}

const isWord = (text: string, own: string): boolean => WORDS.has(text) || (own !== "" && text === own);
const plain = (text: string): string => Array.from(text, (letter) => PLAIN[letter] ?? letter).join("");
const undressed = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
/** The shortest part that the text is a repetition of: "abcabc" is "abc". */
function unit(text: string): string {
  const at = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, at < 0 ? text.length : at);
}
function isWalk(text: string): boolean {
  if (text.length < 2) return true;
  return WALKS.some((keys) => {
    const there = keys.repeat(3);
    const back = Array.from(there).reverse().join("");
    return there.includes(text) || back.includes(text);
  });
}
