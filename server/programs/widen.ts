import { widenIds } from '#db/wide-ids.ts';
import { log, runOnDatabase } from './with-database.ts';

// `npm run tool widen`: widens ids that callers can exhaust to 8 bytes, in a database created by an earlier
// release (docs/guides/production.md#ids).

await runOnDatabase(async (_config, _db, url) => {
  const widened = await widenIds(url, log);
  return widened.length > 0
    ? `Widened to 8 bytes: ${widened.join(', ')}.`
    : 'All generated ids are already 8 bytes wide.';
});
