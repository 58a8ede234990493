import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SubgraphContext } from '#db/context.ts';
import { inOneTransaction } from '#db/transaction.ts';
import { writeWhole } from '#kit/write-whole.ts';
import type { DemoSecrets } from './secrets.ts';
import { seedAccounts, seedTeams } from './seed-accounts.ts';
import { seedStorefronts, storeDemoPhotos } from './seed-storefronts.ts';
import { ACCOUNTS, STOREFRONTS, TEAMS } from './world.ts';

/** Content of `demo.json` (docs/interface/operations.md#demo-world). */
export interface DemoWorld {
  readonly api: string;
  readonly auth: string;
  readonly storefronts: readonly DemoStorefrontEntry[];
  readonly accounts: readonly DemoAccountEntry[];
}

export interface DemoStorefrontEntry {
  readonly key: string;
  readonly host: string;
  readonly base_url: string;
  readonly team: string;
  readonly acp_api_key: string | null;
  readonly acp_signing_secret: string | null;
}

export interface DemoAccountEntry {
  readonly key: string;
  readonly email: string;
  readonly password: string;
  readonly teams: readonly string[];
  readonly operator: boolean;
  readonly pat: string | null;
}

/** This database's demo world, known before the port. */
export interface OpenDemoWorld {
  /** Domain that `localhost` serves. */
  readonly localStorefront: string;
  /** True if this process creates it. */
  readonly isNew: boolean;
  /** Resolves once it exists. */
  readonly made: Promise<unknown>;
  /** Writes `demo.json` with this process's addresses and returns its content. */
  readonly write: (port: number) => Promise<DemoWorld>;
}

const LOCAL_STOREFRONT = STOREFRONTS[0]?.domain ?? '';

/**
 * Creates the demo world if it's allowed, the settings request it and the database is empty: completely or
 * not at all, while the caller does other work. Later starts find it through `demo.json` in the data folder; null if there is
 * none, and in production unless requested.
 */
export async function openDemoWorld(
  ctx: SubgraphContext,
  { mayMake }: { readonly mayMake: boolean },
): Promise<OpenDemoWorld | null> {
  const { dataDir, production, seed } = ctx.config;
  if (production && seed === 'none') return null;
  const file = join(dataDir, 'demo.json');
  const save = async (world: DemoWorld) => {
    await mkdir(dirname(file), { recursive: true });
    await writeWhole(file, `${JSON.stringify(world, null, 2)}\n`);
  };
  const isNew = mayMake && seed === 'demo' && (await isEmpty(ctx));
  const known = isNew ? null : secretsOf(await readJson(file));
  if (!isNew && !known) return null;
  const secrets = known ? Promise.resolve(known) : make(ctx, save);
  secrets.catch(() => {}); // reported by `made`
  return {
    localStorefront: LOCAL_STOREFRONT,
    isNew,
    made: secrets,
    async write(port) {
      const world = describe(await secrets, port);
      await save(world);
      return world;
    },
  };
}

async function isEmpty({ db }: SubgraphContext): Promise<boolean> {
  const rows = await db.orm.em.fork().execute<object[]>('SELECT 1 FROM apps.teams LIMIT 1');
  return rows.length === 0;
}

/** Writes the secrets to disk before anything commits: a world with lost passwords would be useless. */
function make(ctx: SubgraphContext, save: (world: DemoWorld) => Promise<void>): Promise<DemoSecrets> {
  return inOneTransaction(ctx, async (one) => {
    const teamIds = await seedTeams(one, TEAMS);
    // Files and passwords take longest, so both are written while the other waits.
    const [accounts, photos] = await Promise.all([
      seedAccounts(one, { accounts: ACCOUNTS, teamIds }),
      storeDemoPhotos(one, { storefronts: STOREFRONTS, teamIds }),
    ]);
    const storefronts = await seedStorefronts(one, { storefronts: STOREFRONTS, teamIds, photos });
    const secrets = { accounts, storefronts };
    await save(describe(secrets, ctx.config.port));
    return secrets;
  });
}

function describe(secrets: DemoSecrets, port: number): DemoWorld {
  const origin = `http://localhost:${port}`;
  return {
    api: origin,
    auth: origin,
    // A world created by an earlier release has no sandbox.
    storefronts: STOREFRONTS.filter(({ key }) => key in secrets.storefronts).map(({ key, team, domain }) => ({
      key,
      host: `${domain}:${port}`,
      base_url: `http://${domain}:${port}`,
      team,
      acp_api_key: secrets.storefronts[key]?.acpApiKey ?? null,
      acp_signing_secret: secrets.storefronts[key]?.acpSigningSecret ?? null,
    })),
    accounts: ACCOUNTS.map(({ key, email, teams, operator }) => ({
      key,
      email,
      password: secrets.accounts[key]?.password ?? '',
      teams,
      operator,
      pat: secrets.accounts[key]?.pat ?? null,
    })),
  };
}

function secretsOf(world: DemoWorld | null): DemoSecrets | null {
  if (!world) return null;
  return {
    accounts: Object.fromEntries(world.accounts.map(({ key, password, pat }) => [key, { password, pat }])),
    storefronts: Object.fromEntries(
      world.storefronts.map((entry) => [
        entry.key,
        { acpApiKey: entry.acp_api_key, acpSigningSecret: entry.acp_signing_secret },
      ]),
    ),
  };
}

async function readJson(file: string): Promise<DemoWorld | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoWorld; // we wrote it
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
