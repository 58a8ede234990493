import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { isName } from '#kit/names.ts';
import { isStorable } from '#kit/text.ts';
import { MAX_USAGE_QUANTITY, MAX_USAGE_RECORDS } from '#schema/limits.ts';
import { NONE, type Refusal, type Refused, refuse } from '../../errors.ts';
import { utcDate } from '../domain/periods.ts';
import { chargeFor, crossesNearCap } from '../domain/usage.ts';
import { inTurn } from '../steps/in-turn.ts';
import { announceSubscription } from '../steps/move-subscription.ts';
import { UsageRecord } from '../store/entities.ts';
import { lockLive, planOf } from '../store/subscriptions.ts';

/** Use that an app reports. */
export interface GivenUsage {
  readonly usageKey: string;
  readonly quantity: number;
  readonly description?: string | null;
  readonly idempotencyKey: string;
  readonly at?: Date | null;
}

export type UsageRecorded = Refused & { readonly usageRecord?: UsageRecord };

/** Longest idempotency key and description, in characters. */
const MAX_TEXT = 255;
/** An app's clock may be this far ahead. */
const MAX_AHEAD_MS = 60_000;

/**
 * Records a team's use of the calling app. The subscription's row is locked, so that concurrent records add up to at most
 * the cap. Repeating it returns the first record. Refuses with `INVALID`, `NO_SUBSCRIPTION`, `IDEMPOTENCY_CONFLICT`,
 * `LIMIT_REACHED`, or `CAP_REACHED`, which doesn't record the use and doesn't use up the key
 * (docs/interface/billing.md#usage).
 */
export async function createUsageRecord(ctx: SubgraphContext, given: GivenUsage): Promise<UsageRecorded> {
  const { viewer } = ctx;
  if (viewer.kind !== 'app') throw new Error('Only apps report their use.');
  const mistakes = mistakesIn(given);
  if (mistakes.length > 0) return { userErrors: mistakes };
  const { installId } = viewer;
  const { usageKey, quantity, description = null, idempotencyKey } = given;
  const record = async (em: Transaction): Promise<UsageRecorded> => {
    const subscription = await lockLive(em, installId);
    if (!subscription) return refuse('NO_SUBSCRIPTION', "The team doesn't have a subscription to the app.");
    const earlier = await em.findOne(UsageRecord, { installId, idempotencyKey });
    if (earlier) return repeated(earlier, given);
    const now = ctx.clock.now();
    const at = given.at ?? now;
    if (at.getTime() > now.getTime() + MAX_AHEAD_MS)
      return refuse('INVALID', 'This time is in the future.', ['input', 'at']);
    if (at < subscription.startedAt)
      return refuse('INVALID', `The subscription began later, at ${subscription.startedAt.toISOString()}.`, [
        'input',
        'at',
      ]);
    const plan = await planOf(em, subscription.planId);
    const price = plan.usage.find(({ key }) => key === usageKey);
    if (!price) {
      const keys = plan.usage.map(({ key }) => key).join(', ') || 'none';
      return refuse('INVALID', `The plan "${plan.key}" doesn't charge for this. Its usage keys: ${keys}.`, [
        'input',
        'usageKey',
      ]);
    }
    const month = utcDate(now).with({ day: 1 }).toString();
    const recorded = subscription.usageMonth === month ? subscription.usageRecords : 0;
    if (recorded >= MAX_USAGE_RECORDS) {
      const most = MAX_USAGE_RECORDS.toLocaleString('en-GB');
      return refuse(
        'LIMIT_REACHED',
        `An install can record at most ${most} uses a month. Combine several uses into one record.`,
      );
    }
    const { usage, usageAmount, cappedAmount, trialEndsAt } = subscription;
    const inTrial = trialEndsAt != null && at < trialEndsAt;
    const count = usage[usageKey] ?? { units: 0, amount: 0 };
    const cap = cappedAmount ?? 0;
    const { amount: unitPrice, included } = price;
    const measured = {
      price: unitPrice,
      included,
      quantity,
      unitsBefore: count.units,
      usageAmount,
      cappedAmount: cap,
    };
    const amount = inTrial ? 0 : chargeFor(measured);
    if (amount === null) {
      return refuse(
        'CAP_REACHED',
        'This would exceed the most that the host pays per period. Only the host can raise it.',
        ['input', 'quantity'],
      );
    }
    subscription.usageMonth = month;
    subscription.usageRecords = recorded + 1;
    subscription.usageAmount = usageAmount + amount;
    if (!inTrial)
      subscription.usage = {
        ...usage,
        [usageKey]: { units: count.units + quantity, amount: count.amount + amount },
      };
    const usageRecord = em.create(UsageRecord, {
      installId,
      subscriptionId: subscription.id,
      usageKey,
      quantity,
      amount,
      description,
      idempotencyKey,
      at,
      createdAt: now,
    });
    await em.flush();
    if (crossesNearCap(usageAmount, usageAmount + amount, cap))
      await announceSubscription(ctx, em, subscription, 'app.usage_near_cap');
    return { usageRecord, userErrors: NONE };
  };
  return inTurn(ctx.services.apps.usageTurns, installId, () => inTransaction(ctx, record));
}

function repeated(earlier: UsageRecord, { usageKey, quantity, at }: GivenUsage): UsageRecorded {
  const isSame =
    earlier.usageKey === usageKey &&
    earlier.quantity === quantity &&
    (at == null || earlier.at.getTime() === at.getTime());
  if (isSame) return { usageRecord: earlier, userErrors: NONE };
  return refuse('IDEMPOTENCY_CONFLICT', 'This key was used for another record. Use a key per use.', [
    'input',
    'idempotencyKey',
  ]);
}

const mistakesIn = ({ quantity, description, idempotencyKey }: GivenUsage): readonly Refusal[] => [
  ...unless(
    Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_USAGE_QUANTITY,
    'quantity',
    `A record has 1 to ${MAX_USAGE_QUANTITY.toLocaleString('en-GB')} units.`,
  ),
  ...unless(
    description == null || isName(description, MAX_TEXT),
    'description',
    `Write 1 to ${MAX_TEXT} visible characters on one line.`,
  ),
  ...unless(
    idempotencyKey.length >= 1 && idempotencyKey.length <= MAX_TEXT && isStorable(idempotencyKey),
    'idempotencyKey',
    `A key has 1 to ${MAX_TEXT} characters.`,
  ),
];

const unless = (right: boolean, field: string, message: string): readonly Refusal[] =>
  right ? [] : [{ code: 'INVALID', field: ['input', field], message }];
