import { runOnDatabase } from './with-database.ts';

// `npm run migrate`: brings the database to this release and ends. A server does so too when it starts; this is for a step of its own
// before the servers (docs/guides/production.md#upgrades).

await runOnDatabase(async () => 'The database is at this release.');
