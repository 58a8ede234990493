import { newUuid } from '#kit/ids.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { ask, type Developer } from './developer.ts';
import type { TestPlatform } from './platform.ts';
import { daysAhead, searchStays } from './stays.ts';

/** A demo team as its host sees it: apps it pushes are private to it and installed on it. */
export async function demoHost({ database }: TestPlatform, team: string): Promise<Developer> {
  const [row] = await database.query<{ team_id: number; account_id: number }>(
    `SELECT t.id AS team_id, m.account_id FROM apps.teams t JOIN apps.memberships m ON m.team_id = t.id
     WHERE t.slug = $1 ORDER BY m.account_id LIMIT 1`,
    [team],
  );
  const teamId = Number(row?.team_id);
  const accountId = Number(row?.account_id);
  return {
    teamId,
    team,
    viewer: { kind: 'account', accountId, accessTokenId: 0, abilities: ['develop-apps'] },
    host: {
      kind: 'hostUser',
      accountId,
      sessionId: 0,
      teamId,
      role: 'owner',
      elevated: true,
      operator: false,
    },
  };
}

let day = 30;

/** Books a stay at a demo team's storefront as an agent; each call uses other dates and another guest. */
export async function bookStay(
  platform: TestPlatform,
  team: string,
): Promise<{ readonly reference: string }> {
  const host = `${team}.localhost`;
  const from = day;
  day += 4;
  const dates = { check_in: daysAhead(from), check_out: daysAhead(from + 4) };
  const [stay] = await searchStays(platform.address, host, dates);
  const [storefront] = await platform.database.query<{ id: number; team_id: number }>(
    'SELECT id, team_id FROM catalog.storefront WHERE domain = $1',
    [host],
  );
  if (!stay || !storefront) throw new Error(`${host} sells nothing from ${dates.check_in}.`);
  const agent: ViewerOf<'agent'> = {
    kind: 'agent',
    storefrontId: Number(storefront.id),
    teamId: Number(storefront.team_id),
    surface: 'mcp',
    profile: null,
    address: null,
  };
  const buyer = { firstName: 'Ada', lastName: 'Lovelace', email: `ada@example.com` };
  const { checkoutCreate } = await ask<{ checkoutCreate: { session: { id: string } } }>(
    platform,
    agent,
    'mutation ($input: CheckoutCreateInput!) { checkoutCreate(input: $input) { session { id } } }',
    { input: { lines: [{ itemId: stay.id, quantity: 1 }], buyer } },
  );
  const { checkoutComplete } = await ask<{
    checkoutComplete: { session: { order: { reference: string } | null; messages: unknown } };
  }>(
    platform,
    agent,
    `mutation ($input: CheckoutCompleteInput!) {
      checkoutComplete(input: $input) { session { order { reference } messages { code content } } }
    }`,
    {
      input: {
        id: checkoutCreate.session.id,
        idempotency: { key: newUuid(), fingerprint: '0'.repeat(64) },
      },
    },
  );
  const { order, messages } = checkoutComplete.session;
  if (!order) throw new Error(`The stay was not booked: ${JSON.stringify(messages)}`);
  return order;
}
