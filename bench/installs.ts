import type { Client } from 'pg';

/** An app that the team lakeside owns and has installed. */
export interface BenchInstall {
  readonly slug: string;
  readonly token: string;
}

/** A token gets 120 requests a minute; each installed app takes two. */
const PER_TOKEN = 50;

/**
 * Creates `many` apps with these scopes and documents, and installs each on lakeside. An install gets a burst limit of 2,000
 * points, so several installs allow more.
 */
export async function installApps(
  { address, database }: { readonly address: string; readonly database: Client },
  many: number,
  scopes: readonly string[],
  documents: Readonly<Record<string, string>> = {},
): Promise<readonly BenchInstall[]> {
  const pats = Array.from(
    { length: Math.ceil(many / PER_TOKEN) },
    (_, n) => `platform_pat_bench-graphql-${n}`,
  );
  await database.query(
    `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at)
     SELECT a.id, 'bench', '{develop-apps}', encode(sha256(pat::bytea), 'hex'), 'x', now()
     FROM apps.accounts a CROSS JOIN unnest($1::text[]) AS pat WHERE a.email = 'host@demo.test'`,
    [pats],
  );
  const call = async (pat: string | undefined, path: string, body: unknown) => {
    const response = await fetch(`${address}/api/dev/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${pat}`,
        'x-platform-team': 'lakeside',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(await response.text());
    return (await response.json()) as { readonly token: string };
  };
  const made: BenchInstall[] = [];
  for (let n = 0; n < many; n++) {
    const slug = `bench-graphql-${n}`;
    const pat = pats[Math.floor(n / PER_TOKEN)];
    await call(pat, 'apps', { name: 'Bench', slug, manifest: { scopes }, documents, release: true });
    made.push({ slug, token: (await call(pat, `apps/${slug}/installs`, {})).token });
  }
  return made;
}
