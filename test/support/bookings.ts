import { connectAgent } from './agent.ts';
import type { TestPlatform } from './platform.ts';
import { searchStays } from './stays.ts';

/** A stay booked by a test. */
export interface BookedStay {
  /** The guest's reference. */
  readonly reference: string;
  readonly title: string;
  /** Its permalink's path. */
  readonly path: string;
}

/** Books the first stay an agent finds at a storefront, as an agent: held until payment. */
export async function bookStay(
  platform: Pick<TestPlatform, 'address' | 'port'>,
  {
    storefront = 'lakeside.localhost',
    checkIn,
    checkOut,
    guest,
  }: {
    readonly storefront?: string;
    readonly checkIn: string;
    readonly checkOut: string;
    /** First and last name. */
    readonly guest: string;
  },
): Promise<BookedStay> {
  const [stay] = await searchStays(platform.address, storefront, { check_in: checkIn, check_out: checkOut });
  if (!stay) throw new Error(`${storefront} has nothing free from ${checkIn} to ${checkOut}.`);
  const [first = '', last = ''] = guest.split(' ');
  const agent = await connectAgent(platform.port, storefront);
  const session = await agent.call('create_checkout', {
    checkout: {
      line_items: [{ item: { id: stay.id }, quantity: 1 }],
      buyer: { first_name: first, last_name: last, email: `${first}@example.com`.toLowerCase() },
    },
  });
  const meta = { 'idempotency-key': session.id };
  const { order } = await agent.call('complete_checkout', { id: session.id, meta });
  await agent.close();
  if (!order) throw new Error('The checkout was not completed.');
  return { reference: order.id, title: stay.title, path: new URL(order.permalink_url).pathname };
}
