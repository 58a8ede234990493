import { SHORTEST_PASSWORD } from '../domain/credentials.ts';

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is on the list of well-known ones that comes with zxcvbn, 49,000 of them in lower case. Those too short for
 * any account are left out of memory; the list is read when the first password is chosen.
 */
export async function isKnownPassword(password: string): Promise<boolean> {
  loading ??= load();
  return (await loading).has(password.toLowerCase());
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(
    dictionary['passwords-common'].map(String).filter((known) => known.length >= SHORTEST_PASSWORD),
  );
}
