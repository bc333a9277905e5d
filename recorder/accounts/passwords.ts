/** argon2id with 19 MiB, two passes, one lane, as PHC text. */
import { hash, verify } from "@node-rs/argon2";

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password.normalize("NFKC"), COST);

/** Also false for a text that is not a hash. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password.normalize("NFKC"));
  } catch {
    return false;
  }
}
