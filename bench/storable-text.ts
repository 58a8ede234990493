import { findUnstorable } from '#kit/entered-text.ts';
import { drive, openAgent, percentile, stayItem, toolRequest, weekSearch } from './agent.ts';
import { openWorld } from './world.ts';

/**
 * Measures the cost of checking for text that PostgreSQL can't store, relative to the requests that include
 * it: a search and a new checkout over MCP. Run: npx node bench/storable-text.ts
 */
const REQUESTS = 200;
const CHECKS = 200_000;
const HOST = 'lakeside.localhost';

const world = await openWorld();
const server = await world.startServer();
const agent = openAgent(server.address, HOST, 1);

const CALLS = {
  search_catalog: weekSearch(40),
  create_checkout: {
    checkout: {
      line_items: [{ item: { id: stayItem(1, 40, 3) }, quantity: 1 }],
      buyer: {
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        phone_number: '+41441234567',
      },
    },
  },
};

for (const [tool, args] of Object.entries(CALLS)) {
  const times = await drive(1, REQUESTS, async () => {
    await agent.call(tool, args);
  });
  const body = JSON.parse(toolRequest(HOST, tool, args).body);
  const check = () => {
    const startedAt = performance.now();
    for (let n = 0; n < CHECKS; n++) findUnstorable(body);
    return (performance.now() - startedAt) / CHECKS;
  };
  check();
  const checkMs = check();
  const median = percentile(times, 0.5);
  const ratio = (median / (median - checkMs)).toFixed(4);
  process.stdout.write(
    `${tool}: ${(checkMs * 1_000).toFixed(2)} µs of ${median.toFixed(2)} ms (p50), ${ratio} times a request without the check\n`,
  );
}
await agent.close();
await world.close();
