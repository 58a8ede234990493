import { confirmClock } from '#db/clock-watch.ts';
import { runOnDatabase } from './with-database.ts';

// `npm run tool confirm-clock`: an operator confirms the time after a leap, and jobs delete old rows again
// (docs/guides/production.md#clocks).

await runOnDatabase(async (_config, db) => {
  await confirmClock(db);
  return 'The time is confirmed. Running servers delete old data again within a minute.';
});
