import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { AcpAgent, AcpAnswer, AcpBody } from '../support/acp.ts';
import { ask, hostOf } from '../support/developer.ts';
import type { TestPlatform } from '../support/platform.ts';

/** One actor's action. Agents act on their latest session. */
export type Step =
  | { readonly kind: 'create'; readonly stay: number; readonly quantity: number; readonly buyer: boolean }
  | { readonly kind: 'update'; readonly stay: number; readonly quantity: number }
  | { readonly kind: 'complete'; readonly times: number; readonly keys: number }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'pay' }
  | { readonly kind: 'rate'; readonly stay: number; readonly rate: number }
  | { readonly kind: 'units'; readonly stay: number; readonly total: number };

/** An agent with its session and the last total it saw. */
export interface Actor {
  readonly agent: AcpAgent;
  readonly stays: readonly string[];
  readonly buyer: object;
  session: { readonly id: string; total: number; order: string | null } | null;
}

/** The host's changes to rates, units and payments. */
export interface Host {
  readonly setRate: (stay: number, rate: number) => Promise<void>;
  readonly setUnits: (stay: number, total: number) => Promise<void>;
  readonly markPaid: (reference: string) => Promise<void>;
}

let actors = 0;

export function newActor(agent: AcpAgent, stays: readonly string[]): Actor {
  actors += 1;
  return {
    agent,
    stays,
    buyer: { first_name: 'Ada', last_name: 'Byron', email: `guest-${actors}@example.com` },
    session: null,
  };
}

export function newHost(platform: TestPlatform, stays: readonly string[]): Host {
  const team = hostOf(1);
  const spanOf = (stay: number) => {
    const [, unitTypeId, from, until] = (stays[stay] ?? '').split(':');
    return { unitTypeId, from, until };
  };
  return {
    async setRate(stay, rate) {
      const input = { ...spanOf(stay), rate };
      await ask(
        platform,
        team,
        'mutation ($input: RatesSetInput!) { ratesSet(input: $input) { userErrors { code } } }',
        { input },
      );
    },
    async setUnits(stay, total) {
      const input = { ...spanOf(stay), total };
      await ask(
        platform,
        team,
        'mutation ($input: InventorySetInput!) { inventorySet(input: $input) { userErrors { code } } }',
        { input },
      );
    },
    async markPaid(reference) {
      const [booking] = await platform.database.query<{ id: number }>(
        'SELECT id::float8 FROM checkout.bookings WHERE reference = $1',
        [reference],
      );
      await ask(platform, team, 'mutation ($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }', {
        id: String(booking?.id),
      });
    },
  };
}

/** Runs one step and checks every response separately; SQL checks the invariants across them afterwards. */
export async function take(step: Step, actor: Actor, host: Host): Promise<void> {
  const { agent, session, stays, buyer } = actor;
  switch (step.kind) {
    case 'create': {
      const lines = [{ id: stays[step.stay], quantity: step.quantity }];
      const { status, body } = await agent.create({ line_items: lines, ...(step.buyer ? { buyer } : {}) });
      expect(status).toBe(201);
      actor.session = { id: body.id, total: shownTotal(body), order: null };
      return;
    }
    case 'update': {
      if (!session) return;
      const lines = [{ id: stays[step.stay], quantity: step.quantity }];
      const { status, body } = await agent.update(session.id, { line_items: lines, buyer });
      expect(status).toBe(200);
      session.total = shownTotal(body);
      return;
    }
    case 'complete': {
      if (!session) return;
      const keyOf = (n: number) =>
        step.keys ? `${session.id}-${session.total}-${n % step.keys}` : undefined;
      const answers = await Promise.all(
        Array.from({ length: step.times }, (_, n) => agent.complete(session.id, keyOf(n))),
      );
      checkCompletions(answers, session);
      return;
    }
    case 'cancel': {
      if (!session) return;
      const { status, body } = await agent.cancel(session.id);
      expect([200, 405]).toContain(status);
      if (status === 405) expect(body.code).toBe('not_cancelable');
      else expect(session.order).toBeNull();
      return;
    }
    case 'wait':
      await sleep(step.ms);
      return;
    case 'pay':
      if (session?.order) await host.markPaid(session.order);
      return;
    case 'rate':
      return host.setRate(step.stay, step.rate);
    case 'units':
      return host.setUnits(step.stay, step.total);
  }
}

/** At most one order, always the same, at a total that a response had shown before. */
function checkCompletions(answers: readonly AcpAnswer[], session: NonNullable<Actor['session']>): void {
  const shown = new Set([session.total]);
  for (const { status, body } of answers) {
    if (status === 409) expect(body.code).toBe('idempotency_in_flight');
    else expect(status, JSON.stringify(body)).toBe(200);
    if (status === 200 && body.status !== 'completed') shown.add(shownTotal(body));
  }
  for (const { body } of answers.filter((each) => each.body.status === 'completed')) {
    expect(shown).toContain(shownTotal(body));
    session.order ??= body.order?.id ?? null;
    expect(body.order?.id).toBe(session.order);
  }
  const last = answers.findLast(({ status }) => status === 200);
  if (last) session.total = shownTotal(last.body);
}

/** A session's total, after verifying that its entries sum to it. */
function shownTotal({ totals }: AcpBody): number {
  const sum = (...types: readonly string[]) =>
    totals.filter(({ type }) => types.includes(type)).reduce((all, { amount }) => all + amount, 0);
  expect(sum('subtotal', 'fee', 'tax')).toBe(sum('total'));
  return sum('total');
}
