import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AcpAgent, acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { patience, SEED, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';
import { newActor, newHost, type Step, take } from './acp-model.ts';

/** Short enough for holds and sessions to expire within a run. */
const HOLD_TTL_MS = 1_000;

let servers: TwoServers;
let agents: readonly [AcpAgent, AcpAgent];

beforeAll(async () => {
  servers = await startTwoServers({
    HOLD_TTL: `PT${HOLD_TTL_MS / 1000}S`,
    CHECKOUT_TTL: 'PT2S',
    SWEEP_INTERVAL: 'PT0.2S',
  });
  const surface = acpSurfaceTo(servers.platform, 'instant');
  agents = [
    acpAgent({ ...surface, address: servers.addresses[0] }),
    acpAgent({ ...surface, address: servers.addresses[1] }),
  ];
});

afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.close()));
  await servers.close();
});

/**
 * Few nights and few units, so that everyone wants the same ones: one unit type has one unit, the others five
 * and eight.
 */
const UNIT_TYPES = [3, 2, 1];
const STARTS = [0, 1, 2];
/** Every run uses new nights. */
const staysOf = (run: number) =>
  UNIT_TYPES.flatMap((unitType) =>
    STARTS.map((day) => {
      const first = 30 + run * 5 + day;
      return `stay:${unitType}:${daysAhead(first)}:${daysAhead(first + 2)}:2:0`;
    }),
  );

const stay = fc.nat(UNIT_TYPES.length * STARTS.length - 1);
const quantity = fc.integer({ min: 1, max: 2 });
const times = fc.integer({ min: 1, max: 4 });
const steps: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<Step> }[] = [
  { weight: 6, arbitrary: create(fc.constant(true)) },
  { weight: 1, arbitrary: create(fc.constant(false)) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('update' as const), stay, quantity }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('complete' as const),
      times,
      keys: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 700 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('rate' as const),
      stay,
      rate: fc.integer({ min: 1, max: 90_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('units' as const),
      stay,
      total: fc.integer({ min: 1, max: 8 }),
    }),
  },
];

function create(buyer: fc.Arbitrary<boolean>): fc.Arbitrary<Step> {
  return fc.record({ kind: fc.constant('create' as const), stay, quantity, buyer });
}

const script = fc.array(fc.oneof(...steps), { minLength: 12, maxLength: 30 });
const scripts = fc.array(script, { minLength: 8, maxLength: 12 });

test(
  'concurrent agents, hosts and clocks leave every booking correct',
  async () => {
    const { platform } = servers;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(scripts, async (cast) => {
        const stays = staysOf(run++);
        const host = newHost(platform, stays);
        await Promise.all(
          cast.map(async (script, n) => {
            const actor = newActor(agents[n % 2] as AcpAgent, stays); // two agents
            for (const step of script) await take(step, actor, host);
          }),
        );
        expect(await brokenInvariants(platform.database)).toEqual({});
      }),
      { numRuns: tries(8), seed: SEED, endOnFailure: true },
    );
    // The invariants cover all nights and sessions, so an overdue hold from any run shows at the end.
    await sleep(HOLD_TTL_MS);
    await eventually(
      async () => ({ seed: SEED, broken: await brokenInvariants(platform.database, { overdueMs: 0 }) }),
      ({ broken }) => Object.keys(broken).length === 0,
    );
  },
  patience(120_000),
);
