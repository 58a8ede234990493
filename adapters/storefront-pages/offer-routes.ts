import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dateIn } from '#kit/dates.ts';
import { parseId } from '#kit/ids.ts';
import { HORIZON_DAYS } from '#schema/limits.ts';
import { ask, askAsGuest, type StorefrontPages } from './ask.ts';
import {
  homePageDocument,
  homePricesDocument,
  homeSearchDocument,
  type PageFoundFragment,
  policyPagesDocument,
  pricedStayPageDocument,
  stayPageDocument,
} from './generated.ts';
import { themedHome } from './home.ts';
import { type Injected, injectionsOn } from './injections/injected.ts';
import { previewed } from './look/preview.ts';
import { policyPage } from './policy.ts';
import { PageNotFound } from './problems.ts';
import { PRIVATE, sendPage } from './send.ts';
import { openSharedPages, type Rendered } from './shared-pages.ts';
import { themedStay } from './stay.ts';
import { askedMonth, MONTHS } from './stay-calendar.ts';
import { type Choice, choiceOf, itemIdOf, type Wish, wishOf } from './stay-query.ts';
import { policyObjects } from './theme/objects.ts';
import { inTheme } from './theme/themed.ts';
import { type Visit, visitOf } from './visit.ts';

interface AtHome {
  readonly Querystring: Readonly<Record<string, unknown>>;
}

interface AtStay extends AtHome {
  readonly Params: { readonly unitTypeId: string };
}

/** Results per page. */
const PAGE = 24;

/** Serves a storefront's offers: its home page, its unit types and its policies. */
export function offerRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  const { storefronts } = pages;
  const shared = openSharedPages(pages);
  const visitIn = async (request: FastifyRequest<AtHome>) =>
    previewed(pages, request, visitOf(request, await storefronts.of(request)), previewIn(request.query));

  /** A preview shows unpublished content, so it must not be cached. */
  const send = (
    request: FastifyRequest<AtHome>,
    reply: FastifyReply,
    visit: Visit,
    render: () => Promise<Rendered>,
  ) =>
    previewIn(request.query) === null
      ? shared.send(request, reply, visit, render)
      : render().then(({ body, injected, themed }) =>
          sendPage(reply.headers(PRIVATE), visit, body, {
            ...(injected && { injected }),
            ...(themed && { themed }),
          }),
        );

  app.get<AtHome>('/', async (request, reply) => {
    const visit = await visitIn(request);
    return send(request, reply, visit, () => renderHome(pages, request, visit));
  });

  app.get<AtStay>('/stays/:unitTypeId', async (request, reply) => {
    const visit = await visitIn(request);
    if (parseId(request.params.unitTypeId) === null) throw new PageNotFound(visit.storefront);
    return send(request, reply, visit, () => renderStay(pages, request, visit));
  });

  app.get<{ Params: { kind: string } }>('/policies/:kind', async (request, reply) => {
    const visit = visitOf(request, await storefronts.of(request));
    return shared.send(request, reply, visit, async () => {
      const { domain: host } = visit.storefront;
      const { storefrontByHost } = await ask(pages, request, policyPagesDocument, { host });
      const policy = storefrontByHost?.policies.find(({ kind }) => kind === request.params.kind);
      if (!policy) throw new PageNotFound(visit.storefront);
      return inTheme(pages, request, visit, {
        name: 'policy',
        title: policy.title,
        objects: policyObjects(policy),
        blocks: {},
        plain: () => policyPage(visit, policy),
      });
    });
  });
}

/** Renders the home page; `only` replaces the apps' content. */
export async function renderHome(
  pages: StorefrontPages,
  request: FastifyRequest<AtHome>,
  visit: Visit,
  only?: Injected,
): Promise<Rendered> {
  const storefrontId = visit.storefront.id;
  const choice = choiceOf(request.query);
  const wish = wishOf(choice);
  const after = placeIn(request.query.after);
  const search = wish && { ...searchFor(wish), after };
  const found =
    search && (await askAsGuest(pages, request, visit, homeSearchDocument, { search })).staySearch;
  if (found?.refusal?.argument === 'pagination.cursor') throw new PageNotFound(visit.storefront);
  const wanted = found ? { ids: unitTypesOf(found) } : { first: PAGE, after };
  const preview = previewIn(request.query);
  const { unitTypePages: sold, pagePlacements } = await ask(pages, request, homePageDocument, {
    storefrontId,
    preview,
    ...wanted,
  });
  if (!found && after !== null && sold.nodes.length === 0) throw new PageNotFound(visit.storefront);
  const searched = wish && found ? { wish, found } : null;
  const { adults, children, units } = choice;
  const priced = { ids: sold.nodes.map(({ id }) => id), adults, children, units };
  const { cheapestStays } = found
    ? { cheapestStays: [] }
    : await askAsGuest(pages, request, visit, homePricesDocument, priced);
  const injected = only ?? (await injectionsOn(pages, request, visit, pagePlacements, { page: 'home' }));
  const shown = { choice, days: daysIn(sold.timeZones), searched, cheapestStays, injected };
  return inTheme(pages, request, visit, themedHome(visit, sold, shown));
}

async function renderStay(
  pages: StorefrontPages,
  request: FastifyRequest<AtStay>,
  visit: Visit,
): Promise<Rendered> {
  const { unitTypeId } = request.params;
  const choice = stayChoice(request.query);
  const wish = wishOf(choice);
  const wanted = {
    storefrontId: visit.storefront.id,
    unitTypeId,
    ids: [`unit_type:${unitTypeId}`],
    preview: previewIn(request.query),
  };
  const lines = wish ? [{ itemId: itemIdOf(unitTypeId, wish), quantity: wish.units }] : [];
  const { adults, children, units, checkIn } = choice;
  const month = askedMonth(request.query.month);
  const nights = { month, months: MONTHS, adults, children, units, checkIn };
  const found = wish
    ? {
        ...(await askAsGuest(pages, request, visit, pricedStayPageDocument, { ...wanted, lines })),
        stayCalendar: null,
      }
    : {
        ...(await askAsGuest(pages, request, visit, stayPageDocument, { ...wanted, ...nights })),
        stayQuote: null,
      };
  const { unitTypePage: stay, stayLookup, stayQuote: quote, stayCalendar: calendar, pagePlacements } = found;
  if (!stay) throw new PageNotFound(visit.storefront);
  const days = daysIn([stay.property.timeZone]);
  const shown = { stay, lookup: stayLookup[0]?.offer ?? null, choice, quote, calendar, days };
  const at = { page: 'stay', unitTypeId, propertyId: stay.property.id } as const;
  const injected = await injectionsOn(pages, request, visit, pagePlacements, at);
  return inTheme(pages, request, visit, themedStay(visit, shown, injected));
}

/** Reads the choice; a check-in without a check-out, as sent by the calendar, isn't an error. */
function stayChoice(query: AtStay['Querystring']): Choice {
  const choice = choiceOf(query);
  return choice.checkIn !== null && query.check_out === undefined ? { ...choice, fault: null } : choice;
}

/** Returns the token for a preview, which also shows unpublished content; null for an ordinary visit. */
const previewIn = ({ preview }: AtHome['Querystring']) => (typeof preview === 'string' ? preview : null);

/** Runs the same search as for agents. */
const searchFor = ({ checkIn, checkOut, adults, children, units }: Wish) => ({
  checkIn,
  checkOut,
  adults,
  children,
  units,
  limit: PAGE,
});

/** Returns the cursor for a list's next page; ignores an invalid cursor. */
const placeIn = (after: unknown) => (typeof after === 'string' && after !== '' ? after : null);

/** Returns unit types that a search found or couldn't book. */
const unitTypesOf = ({ offers, reasons }: PageFoundFragment): string[] => [
  ...offers.map(({ unitTypeId }) => unitTypeId),
  ...reasons.flatMap(({ unitTypeId }) => unitTypeId ?? []),
];

/**
 * Returns days on which a stay can begin, in the places' time zones: starting with the earliest today among
 * them.
 */
function daysIn(timeZones: readonly string[]) {
  const now = new Date();
  const [today = dateIn('UTC', now)] = timeZones
    .map((timeZone) => dateIn(timeZone, now))
    .toSorted(Temporal.PlainDate.compare);
  return { today: today.toString(), last: today.add({ days: HORIZON_DAYS }).toString() };
}
