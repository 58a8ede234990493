import { openDatabase } from '#db/database.ts';
import { checkSecretKeys, reseal } from '#db/sealed.ts';
import { openEmbeddedServer } from '#db/server.ts';
import { ConfigError, readConfig } from '#kit/config.ts';
import { openVaultOf } from './secret-key.ts';
import { SEALED_COLUMNS, SUBGRAPHS } from './subgraphs.ts';

// `npm run reseal`: seals every stored secret under the newest key (docs/settings.md#secret-keys).

const problem = { info() {}, warn: complain, error: complain };

function complain(fields: object, message: string): void {
  process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
}

async function run(): Promise<string> {
  const config = readConfig(process.env);
  const vault = await openVaultOf(config);
  const server = config.databaseUrl
    ? { url: config.databaseUrl, release: async () => {} }
    : await openEmbeddedServer(config.dataDir);
  try {
    const entities = SUBGRAPHS.flatMap((subgraph) => subgraph.entities);
    const db = await openDatabase({ url: server.url, entities, queues: [], log: problem, poolSize: 2 });
    try {
      await checkSecretKeys({ db, vault }, SEALED_COLUMNS);
      const count = await reseal({ db, vault }, SEALED_COLUMNS);
      return `${count} values were sealed again; all of them are under the key ${vault.keyId} now.`;
    } finally {
      await db.close();
    }
  } finally {
    await server.release();
  }
}

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
