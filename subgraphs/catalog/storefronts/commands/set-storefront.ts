import { isDeepStrictEqual } from 'node:util';
import { wrap } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { isLanguageTag, knownLanguage } from '#kit/language.ts';
import { LANGUAGES } from '#kit/languages.ts';
import { isName } from '#kit/names.ts';
import { isTextWithin } from '#kit/text.ts';
import { userError } from '../../errors.ts';
import type { StorefrontPolicyInput, StorefrontUpdateInput, UserError } from '../../generated.ts';
import type { StorefrontRecord } from '../../store/entities.ts';
import { ownStorefront } from '../../store/own-rows.ts';
import { missingOf, type ReadinessItem } from '../domain/readiness.ts';
import { type RequestSettings, readRequestSettings } from '../domain/request-settings.ts';
import { canBePaid, setPaymentMethods } from '../operations/ask-payments.ts';
import { readReadiness } from '../queries/readiness.ts';
import { teamStorefronts } from '../queries/storefronts.ts';
import { publishStorefront } from '../steps/publish-storefront.ts';

const LONGEST_NAME = 120;
const LONGEST_TEXT = 20_000;
const MOST_HOLDS = 1_000;
const MOST_NIGHTS = 1_000_000_000;

export interface StorefrontPayload {
  readonly storefront: StorefrontRecord | null;
  readonly userErrors: UserError[];
}

/**
 * Changes settings for a host's storefront; null and omitted fields stay unchanged. Payment methods belong to
 * the payments subgraph, and are set first. Agents see the change immediately, because the storefront is read
 * on every request. See docs/interface/storefronts.md#what-a-storefront-offers.
 */
export async function setStorefront(
  ctx: SubgraphContext,
  { paymentMethods, ...asked }: StorefrontUpdateInput,
): Promise<StorefrontPayload> {
  const { respondWithin, payWithin, minNotice, requestQuestions, ...others } = asked;
  const requests = { respondWithin, payWithin, minNotice, requestQuestions };
  const { settings, mistakes } = readRequestSettings(requests, ctx.config.requestMinMs);
  const input = { ...others, ...settings };
  const errors = [
    ...refuseSettings(input),
    ...mistakes.map(({ field, message }) => userError('INVALID', field, message)),
  ];
  if (errors.length > 0) return refused(errors);
  const own = (await teamStorefronts(ctx)).find(({ id }) => id === parseId(input.id));
  const gone = refuseGone(own);
  if (!own || gone) return refused([gone ?? NOT_FOUND]);
  if (paymentMethods?.length) {
    const wrong = await setPaymentMethods(ctx, own, paymentMethods);
    if (wrong.length > 0) return refused(wrong);
  }
  const goesLive = !own.openedAt && input.agentBookings === true;
  const hasWayToPay = goesLive && (await canBePaid(ctx, own));
  const payload = await inTransaction(ctx, (em) => change(ctx, em, input, hasWayToPay));
  if (payload.storefront) ctx.services.catalog.changes.announce(payload.storefront.id);
  return payload;
}

/** Changed settings, normalized for storage. */
type ReadSettings = Omit<StorefrontUpdateInput, 'paymentMethods' | 'requestQuestions'> & RequestSettings;

async function change(
  ctx: SubgraphContext,
  em: Transaction,
  { id, ...settings }: ReadSettings,
  hasWayToPay: boolean,
): Promise<StorefrontPayload> {
  const storefront = await ownStorefront(em, ctx.viewer, id);
  const gone = refuseGone(storefront);
  if (!storefront || gone) return refused([gone ?? NOT_FOUND]);
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value != null));
  const change = describeChanges({ ...wrap(storefront).toPOJO() }, given);
  if (!storefront.openedAt && settings.agentBookings) {
    const policies = (settings.policies ?? storefront.policies).map(({ kind }) => kind);
    const items = await readReadiness(statements(em), storefront.id, { hasWayToPay, policies });
    const missing = missingOf(items);
    if (missing.length > 0) return refused([notReady(missing)]);
    storefront.openedAt = ctx.clock.now();
  }
  em.assign(storefront, given);
  await em.flush();
  if (change !== '') {
    const event = { kind: 'storefront.updated', subject: storefront.name, change } as const;
    await recordTeamEvent(ctx, em, [storefront.teamId], event);
    await publishStorefront(ctx, em, storefront.id);
  }
  return { storefront: wrap(storefront).toPOJO(), userErrors: [] };
}

const refused = (userErrors: UserError[]): StorefrontPayload => ({ storefront: null, userErrors });

const NOT_FOUND = userError('NOT_FOUND', 'id', 'There is no such storefront.');

/** The reason a storefront can't change at all; null if it can. */
function refuseGone(storefront: Pick<StorefrontRecord, 'closedAt'> | null | undefined): UserError | null {
  if (!storefront) return NOT_FOUND;
  return storefront.closedAt ? userError('CLOSED', 'id', 'This storefront is permanently closed.') : null;
}

/** Describes changed settings for the audit trail, with the new values if they're short. */
function describeChanges(
  before: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): string {
  return Object.entries(given)
    .filter(([name, value]) => !isDeepStrictEqual(before[name], value))
    .map(([name, value]) => (typeof value === 'object' ? name : `${name}: ${value}`))
    .join(', ');
}

/** The reason a draft can't go live. */
const notReady = (missing: readonly ReadinessItem[]): UserError =>
  userError(
    'NOT_READY',
    'agentBookings',
    `Not ready to go live. ${missing.map(({ hint }) => hint).join(' ')}`,
  );

function refuseSettings(input: ReadSettings): UserError[] {
  const { name, locale, maxHoldsPerGuest, maxHeldNights, maxHeldSharePercent, policies } = input;
  return [
    ...(name != null && !isName(name, LONGEST_NAME)
      ? [userError('INVALID', 'name', `The name must have 1 to ${LONGEST_NAME} visible characters.`)]
      : []),
    ...(locale != null && !(isLanguageTag(locale) && knownLanguage(locale))
      ? [
          userError(
            'INVALID',
            'locale',
            `The locale must be in one of the languages ${LANGUAGES.join(', ')}.`,
          ),
        ]
      : []),
    ...(maxHoldsPerGuest != null && !isWithin(maxHoldsPerGuest, 1, MOST_HOLDS)
      ? [userError('INVALID', 'maxHoldsPerGuest', `The limit must be 1 to ${MOST_HOLDS} holds.`)]
      : []),
    ...(maxHeldNights != null && !isWithin(maxHeldNights, 1, MOST_NIGHTS)
      ? [userError('INVALID', 'maxHeldNights', `The limit must be 1 to ${MOST_NIGHTS} unit-nights.`)]
      : []),
    ...(maxHeldSharePercent != null && !isWithin(maxHeldSharePercent, 1, 100)
      ? [userError('INVALID', 'maxHeldSharePercent', 'The share must be 1 to 100 percent.')]
      : []),
    ...refusePolicies(policies ?? []),
  ];
}

function refusePolicies(policies: readonly StorefrontPolicyInput[]): UserError[] {
  if (new Set(policies.map(({ kind }) => kind)).size < policies.length) {
    return [userError('INVALID', 'policies', 'There can be only one page of each kind.')];
  }
  if (policies.every(({ title, text }) => isName(title, LONGEST_NAME) && isTextWithin(text, LONGEST_TEXT)))
    return [];
  return [
    userError(
      'INVALID',
      'policies',
      `A policy page needs a title of 1 to ${LONGEST_NAME} visible characters and a text of 1 to ${LONGEST_TEXT} characters, none of them U+0000.`,
    ),
  ];
}

const isWithin = (value: number, least: number, most: number) => value >= least && value <= most;
