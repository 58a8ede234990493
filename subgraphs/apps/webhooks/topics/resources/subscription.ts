import { z } from 'zod';
import { date, id, version } from './fields.ts';

const STATUSES = ['trial', 'active', 'past_due', 'frozen', 'cancelled'] as const;

export const Subscription = z.object({
  type: z.literal('subscription'),
  id,
  version,
  app: z.string().describe('Slug.'),
  status: z.enum(STATUSES),
  test: z.boolean().describe('True for private apps and development installs, which never cost anything.'),
  period_start: date.describe('First day of the current period (UTC).'),
  period_end: date
    .nullable()
    .describe("First day of the next period (UTC); null for a plan that's paid once."),
  cancel_at: z.iso
    .datetime()
    .nullable()
    .describe("Time at which the app is uninstalled; null unless it's cancelled."),
  usage_amount: z.int().describe("The current period's usage so far, in minor units."),
  capped_amount: z.int().nullable().describe('Most that the usage can cost per period; null without usage.'),
});

/** A subscription's state after a change. */
export interface SubscriptionChange {
  readonly id: number;
  readonly version: number;
  readonly status: (typeof STATUSES)[number];
  readonly test: boolean;
  readonly periodStart: string;
  readonly periodEnd: string | null | undefined;
  readonly cancelAt: Date | null | undefined;
  readonly usageAmount: number;
  readonly cappedAmount: number | null | undefined;
}

export const describeSubscription = (
  changed: SubscriptionChange & { readonly app: string },
): z.output<typeof Subscription> => ({
  type: 'subscription',
  id: changed.id,
  version: changed.version,
  app: changed.app,
  status: changed.status,
  test: changed.test,
  period_start: changed.periodStart,
  period_end: changed.periodEnd ?? null,
  cancel_at: changed.cancelAt?.toISOString() ?? null,
  usage_amount: changed.usageAmount,
  capped_amount: changed.cappedAmount ?? null,
});
