/**
 * Options of TLS. Old firmware knows TLS 1.0 and short keys only. Its certificate proves nothing anyway, and some encryption hides more
 * than none, so that it is taken from cameras; what both sides can do better is still chosen.
 */
export const OLD_TLS = { minVersion: "TLSv1", ciphers: "DEFAULT:@SECLEVEL=0" } as const;
