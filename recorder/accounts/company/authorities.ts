import { X509Certificate } from "node:crypto";

const BLOCK = /-----BEGIN ([A-Z ]+)-----[^]*?-----END \1-----/g;

/** Whether a text holds certificates in PEM form and nothing else in it. Others are taken without a word, and then trust nobody. */
export function areCertificates(pem: string): boolean {
  const blocks = [...pem.matchAll(BLOCK)];
  return blocks.length > 0 && blocks.every(([block, kind]) => kind === "CERTIFICATE" && isReadable(block));
}

function isReadable(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}
