import { checkSecretKeys, reseal } from '#db/sealed.ts';
import { openVaultOf } from '../secret-key.ts';
import { SEALED_COLUMNS } from '../subgraphs.ts';
import { runOnDatabase } from './with-database.ts';

// `npm run tool reseal`: seals every stored secret under the newest key (docs/reference/platform-settings.md#secret-keys).

await runOnDatabase(async (config, db) => {
  const vault = await openVaultOf(config);
  await checkSecretKeys({ db, vault }, SEALED_COLUMNS);
  const count = await reseal({ db, vault }, SEALED_COLUMNS);
  return `${count} values were sealed again. All of them are now under the key ${vault.keyId}.`;
});
