import { runOnDatabase } from './with-database.ts';

// `npm run migrate`: brings the database to this release and ends. A server also does this when it starts;
// use this for a separate step before the servers (docs/guides/production.md#upgrades).

await runOnDatabase(async () => 'The database is up to date with this release.');
