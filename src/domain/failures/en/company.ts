/** English. Sign-in by a company's provider (OpenID Connect). */
import type { company as rows } from "../rows/company.ts";
import type { TextsOf } from "../texts-of.ts";

export const company: TextsOf<typeof rows> = {
  "company/not-set-up": "Company sign-in is not set up on this server.",
  "company/unreachable": "The company's sign-in at {address} cannot be reached: {cause}",
  "company/certificate": "The certificate of {address} is not trusted: {reason}",
  "company/forbidden-address":
    "This server may not call {address}. The settings servers.allowed and servers.allow-loopback say what it may call.",
  "company/not-a-provider": "At {address} nobody describes an OpenID Connect provider.",
  "company/other-issuer": "The provider calls itself {named}, not {issuer}. Enter its own name.",
  "company/no-code": "The provider does not offer sign-in by code.",
  "company/client-refused": "The provider does not accept the client id or its secret: {message}",
  "company/refused": "The company's sign-in did not let you in: {message}",
  "company/wrong": "The answer of the company's sign-in is not valid: {message}",
  "company/expired": "This sign-in took too long, or another browser has begun it. Try again.",
  "company/other-address": "Company sign-in works at {address}. Open this page there.",
  "company/no-role": "The company has verified you as {name}, but none of your groups may use this server. {cause}",
  "company/no-account": "The company has verified you as {name}, but there is no such account on this server. {cause}",
  "company/domain":
    "The company has verified you as {name}, but your e-mail address is not of a domain that may use this server. {cause}",
  "company/name-taken":
    "The company has verified you as {name}, but an account of this server that signs in otherwise has that name. {cause}",
  "company/name-unfit":
    "The company does not say your name (claim {claim}), or it cannot be the name of an account. {cause}",
  "company/too-many-groups": "You are in so many groups that the company's sign-in does not name them. {cause}",
  "company/ask": "Ask: {contact}",
  "company/ask-administrator": "Ask an administrator of this server.",
  "company/field-required": "This field must be filled in.",
  "company/issuer-address": "Enter an address that begins with https://.",
  "company/public-address": "Enter the address without a path, like https://wall.example.com.",
  "company/domains": "Enter domains like example.com, by commas.",
  "company/grant-incomplete": "Each group needs a name and what it grants.",
  "directory/not-set-up": "Sign-in by a directory is not set up on this server.",
  "directory/unreachable": "The directory {address} does not answer: {cause}",
  "directory/certificate": "The certificate of the directory {address} is not trusted: {reason}",
  "directory/forbidden-address":
    "This server may not call {address}. The settings servers.allowed and servers.allow-loopback say what it may call.",
  "directory/bind-refused": "The directory does not accept the account that looks for people: {message}",
  "directory/search-refused": "The directory does not carry out the search: {message}",
  "directory/no-entry": "The directory has nobody with the name {name}.",
  "directory/several": "The directory has several people with the name {name}. The filter must find one.",
  "directory/password-required": "Enter the password again: it is sent to another address than before.",
  "directory/address": "Enter an address like ldaps://dc1.example.com.",
  "directory/name-place": "It must contain {place}, the place of the typed name; a filter stands in brackets.",
  "company/not-certificates":
    "The authority is no certificate in PEM form. Paste the text from BEGIN CERTIFICATE to END CERTIFICATE, without a key.",
  "company/unknown-grant": "There is no role or permission group {name} here.",
  "company/secret-required": "Enter the client secret again: it is sent to another provider than before.",
  "company/bad-logout": "The sign-out token is not valid: {message}",
};
