import { openAgent, stayItem } from './agent.ts';
import { brokenInvariants, openWorld } from './world.ts';

/**
 * Runs 64 concurrent completes for the last unit, 50 rounds, on two server processes with one database:
 * exactly one wins each round, the others get `out_of_stock`, and no response is a 5xx.
 */
const ROUNDS = Number(process.argv[2] ?? 50);
const RIVALS = 64;
/** The Boathouse: one unit. */
const BOATHOUSE = 3;

const world = await openWorld();
const first = await world.startServer();
const second = await world.startServer();
const agents = [first, second].map((server) => openAgent(server.address, 'lakeside.localhost', RIVALS / 2));
const agentOf = (index: number) => agents[index % 2] ?? (agents[0] as (typeof agents)[number]); // there are two agents

const tally = { rounds: 0, oneWinner: 0, outOfStock: 0, other: 0, failures: 0 };
for (let round = 0; round < ROUNDS; round += 1) {
  const itemId = stayItem(BOATHOUSE, 20 + round * 2, 1);
  const sessions = await Promise.all(
    Array.from({ length: RIVALS }, (_, index) =>
      agentOf(index).call('create_checkout', {
        checkout: {
          line_items: [{ item: { id: itemId }, quantity: 1 }],
          buyer: { first_name: 'Ada', last_name: 'Guest', email: `rival-${round}-${index}@example.com` },
        },
      }),
    ),
  );
  const answers = await Promise.allSettled(
    sessions.map(({ id }, index) =>
      agentOf(index + 1).call('complete_checkout', { id, meta: { 'idempotency-key': `${round}-${index}` } }),
    ),
  );
  const results = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const winners = results.filter(({ status }) => status === 'completed').length;
  tally.rounds += 1;
  tally.oneWinner += winners === 1 ? 1 : 0;
  tally.failures += RIVALS - results.length;
  for (const { status, messages } of results) {
    if (status === 'completed') continue;
    if (messages?.some(({ code }) => code === 'out_of_stock')) tally.outOfStock += 1;
    else tally.other += 1;
  }
}
process.stdout.write(`${JSON.stringify(tally)}\n${JSON.stringify(await brokenInvariants(world.database))}\n`);
await Promise.all(agents.map((agent) => agent.close()));
await world.close();
