import { confirmClock } from '#db/clock-watch.ts';
import { runOnDatabase } from './with-database.ts';

// `npm run confirm-clock`: after a leap of the clock an operator says that the time is right, and what is old is deleted again
// (docs/production.md#clocks).

await runOnDatabase(async (_config, db) => {
  const seen = await confirmClock(db);
  return `${seen.toISOString()} is confirmed: running servers delete what is old again within a minute.`;
});
