import { type AcpAnswer, acpAgent } from '../support/acp.ts';
import type { TestPlatform } from '../support/platform.ts';
import { daysAhead, searchStays } from '../support/stays.ts';
import type { Recorded } from './official-schemas.ts';

const BUYER = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** Records a conversation in one dated version with every operation, status and type of error. */
export async function recordAcp(server: TestPlatform, version: string): Promise<Recorded[]> {
  const storefront = server.demo?.storefronts.find(({ key }) => key === 'instant');
  if (!storefront) throw new Error('The demo world has no storefront "instant".');
  const surface = { address: server.address, host: storefront.host };
  const agent = acpAgent({ ...surface, apiKey: storefront.acp_api_key });
  const stranger = acpAgent(surface);
  const dates = { check_in: daysAhead(80), check_out: daysAhead(84) };
  const [stay] = await searchStays(server.address, storefront.host, dates);
  const items = [{ id: stay?.id ?? '', quantity: 1 }];
  const headers = { 'api-version': version };
  const recorded: Recorded[] = [];

  async function keep(name: string, sent: Promise<AcpAnswer>): Promise<string> {
    const answer = (await sent).body;
    const schema = answer.type ? 'Error' : answer.order ? 'CheckoutSessionWithOrder' : 'CheckoutSession';
    recorded.push({ name, schema: `acp#/$defs/${schema}`, answer });
    return answer.id;
  }
  const post = (path: string, body?: unknown, key?: string) =>
    agent.send('POST', `/api/acp/checkout_sessions${path}`, {
      ...(body === undefined ? {} : { body }),
      headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
    });

  try {
    const id = await keep('created without a buyer', post('', { items }));
    await keep('completed too soon', post(`/${id}/complete`, {}));
    await keep('too many units', post(`/${id}`, { items: items.map((item) => ({ ...item, quantity: 50 })) }));
    await keep('ready', post(`/${id}`, { items, buyer: BUYER }));
    await keep('read', agent.get(id, headers));
    await keep('completed', post(`/${id}/complete`, {}, `complete ${version}`));
    await keep('completed, read again', agent.get(id, headers));
    await keep('a completed session is not cancelable', post(`/${id}/cancel`));
    await keep('the key of another request', post('', { items }, `complete ${version}`));
    await keep('the same key, another body', post('', { items, buyer: BUYER }, `complete ${version}`));
    const other = await keep('created with a buyer', post('', { items, buyer: BUYER }));
    await keep('canceled', post(`/${other}/cancel`));
    await keep('an unknown item', post('', { items: [{ id: 'unknown', quantity: 1 }] }));
    await keep('malformed', post('', { items: 'none' }));
    await keep('an unknown session', agent.get(UNKNOWN, headers));
    await keep('without a key', stranger.create({ items }, headers));
    return recorded;
  } finally {
    await Promise.all([agent.close(), stranger.close()]);
  }
}
