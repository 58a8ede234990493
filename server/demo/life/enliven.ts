import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inOneTransaction, statements } from '#db/transaction.ts';
import { addSoldNights } from '#subgraphs/catalog/index.ts';
import { addSoldStays, type PricedStay, priceStays, type SoldBooking } from '#subgraphs/checkout/index.ts';
import { TEAMS } from '../world.ts';
import { deskDay } from './desk-day.ts';
import type { DemoHotel } from './hotel.ts';
import { housekeepingDay } from './housekeeping-day.ts';
import { inbox } from './inbox.ts';
import { type DemoUnit, planStays } from './plan-stays.ts';
import { addRatePlans } from './rate-plans.ts';
import { stockStore } from './stock-store.ts';

const TIME_ZONE = 'Europe/Zurich';
const PAST_DAYS = 366;
/** Stays that one transaction adds, so that no statement times out on a busy machine. */
const AT_ONCE = 200;

/**
 * Fills a new demo world's hotel with a year of guests and a day at work. Runs next to the first requests, because the server is
 * ready without it: bookings first, in the order they were sold, then what happened to them.
 */
export async function enlivenDemo(ctx: SubgraphContext, signal: AbortSignal): Promise<void> {
  const opened = { ...(await openHotel(ctx)), signal };
  const { storefrontId, units, today } = opened;
  const ratePlanIds = await addRatePlans(opened);
  const plan = planStays({ units, ratePlanIds, today, timeZone: TIME_ZONE, now: ctx.clock.now() });
  const priced = await priceStays(ctx, storefrontId, plan);
  const bookings: SoldBooking[] = [];
  for (let at = 0; at < priced.length; at += AT_ONCE) {
    if (signal.aborted) return;
    bookings.push(...(await addStays(ctx, opened, priced.slice(at, at + AT_ONCE))));
  }
  ctx.services.catalog.readModel.nightsChanged();
  const hotel = { ...opened, bookings };
  for (const part of [inbox, housekeepingDay, deskDay, stockStore]) {
    if (signal.aborted) return;
    await part(hotel);
  }
}

/** Adds stays as bookings with their nights, in one transaction. */
async function addStays(
  ctx: SubgraphContext,
  { storefrontId, teamId, today }: Pick<DemoHotel, 'storefrontId' | 'teamId' | 'today'>,
  stays: readonly PricedStay[],
): Promise<readonly SoldBooking[]> {
  return inOneTransaction(ctx, async (one) => {
    const sold = await addSoldStays(one, { storefrontId, teamId, stays });
    const nights = sold.map(({ holdId, stay, status, guest, quote, soldAt, holdExpiresAt }) => ({
      holdId,
      unitTypeId: stay.unitTypeId,
      checkIn: stay.checkIn,
      checkOut: stay.checkOut,
      state: status === 'cancelled' ? ('released' as const) : status,
      guestEmail: guest.email,
      quote,
      soldAt: soldAt.toISOString(),
      heldUntil: holdExpiresAt.toISOString(),
    }));
    await addSoldNights(one, { storefrontId, since: today.subtract({ days: PAST_DAYS }).toString(), nights });
    return sold;
  });
}

async function openHotel(ctx: SubgraphContext): Promise<Omit<DemoHotel, 'bookings' | 'signal'>> {
  const db = statements(ctx);
  const { slug } = TEAMS[0];
  const { rows } = await sql<{ teamId: number; accountId: number }>`
    SELECT t.id AS "teamId", m.account_id AS "accountId" FROM apps.teams t JOIN apps.memberships m ON m.team_id = t.id
    WHERE t.slug = ${slug} ORDER BY m.account_id LIMIT 1`.execute(db);
  const { rows: units } = await sql<DemoUnit & { propertyId: number; storefrontId: number }>`
    SELECT unit.id, unit.name, (row_number() OVER (PARTITION BY type.id ORDER BY unit.place))::int - 1 AS place, type.id AS "unitTypeId", type.name AS "unitType", type.max_guests AS "maxGuests",
      p.id AS "propertyId", p.storefront_id AS "storefrontId"
    FROM catalog.unit unit JOIN catalog.unit_type type ON type.id = unit.unit_type_id JOIN catalog.property p ON p.id = type.property_id
    JOIN catalog.storefront s ON s.id = p.storefront_id
    WHERE s.team_id = ${rows[0]?.teamId ?? 0} ORDER BY unit.id`.execute(db);
  const [member, [first]] = [rows[0], units];
  if (!member || !first) throw new Error('The demo world has no hotel.');
  const { teamId, accountId } = member;
  const { storefrontId } = first;
  const at = (viewer: SubgraphContext['viewer'], time?: Date): SubgraphContext => ({
    ...ctx,
    viewer,
    ...(time && { clock: { ...ctx.clock, now: () => time } }),
  });
  const host = { kind: 'hostUser', accountId, sessionId: 0, teamId, role: 'owner', operator: false } as const;
  const guest = {
    kind: 'agent',
    storefrontId,
    teamId,
    surface: 'direct',
    profile: null,
    address: null,
  } as const;
  return {
    storefrontId,
    teamId,
    owner: (time) => at(host, time),
    guest: (time) => at(guest, time),
    units,
    timeZone: TIME_ZONE,
    today: ctx.clock.now().toTemporalInstant().toZonedDateTimeISO(TIME_ZONE).toPlainDate(),
  };
}
