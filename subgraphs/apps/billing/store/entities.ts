import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { INTERVALS, PER_UNIT, type UsagePrice } from '../domain/plans.ts';
import type { StatementLine, StatementParty } from '../domain/statements.ts';
import { SUBSCRIPTION_STATUSES } from '../domain/subscription-states.ts';
import type { UsageCounts } from '../domain/usage.ts';

/** A version of an app's or a theme's plan. Its terms never change; its words, and whether teams can choose it, can. */
export const Plan = defineEntity({
  name: 'Plan',
  tableName: 'plans',
  schema: 'apps',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Null for a theme's plan. */
    appId: p.integer().nullable(),
    themeId: p.integer().nullable(),
    key: p.text(),
    /** Numbered 1, 2, 3 and so on within the product's key. */
    version: p.integer(),
    /** True for the key's newest version. */
    isCurrent: p.boolean(),
    /** Place in the developer's list. */
    position: p.integer(),
    name: p.text(),
    description: p.text(),
    currency: p.text(),
    interval: p.enum(INTERVALS),
    amount: p.bigint('number'),
    usage: p.json<readonly UsagePrice[]>(),
    cappedAmount: p.bigint('number').nullable(),
    trialDays: p.integer(),
    perUnit: p.enum(PER_UNIT),
    features: p.json<readonly string[]>(),
    active: p.boolean(),
    createdAt: p.datetime(),
  },
});
export type Plan = InferEntity<typeof Plan>;

/** A team's use of a paid app, from one installation to its end, or of a paid theme on all of its storefronts. */
export const Subscription = defineEntity({
  name: 'Subscription',
  tableName: 'subscriptions',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Null for a theme. */
    installId: p.integer().nullable(),
    appId: p.integer().nullable(),
    themeId: p.integer().nullable(),
    teamId: p.integer(),
    /** Time a host last began to add the theme to a storefront, which keeps the subscription for a moment. */
    reservedAt: p.datetime().nullable(),
    planId: p.integer(),
    /** Plan from the next period on; null if it stays the same. */
    nextPlanId: p.integer().nullable(),
    status: p.enum(SUBSCRIPTION_STATUSES),
    /** True for private apps and development installs, which never involve money. */
    test: p.boolean(),
    /** Properties or units that the amount is multiplied by. */
    quantity: p.integer(),
    startedAt: p.datetime(),
    trialEndsAt: p.datetime().nullable(),
    /** Date that periods keep the day of the month of. */
    anchor: p.date(),
    periodStart: p.date(),
    /** The next period's start; null for a plan that's paid once. */
    periodEnd: p.date().nullable(),
    /** True once the current period's plan is charged; false in a trial, and if the period began while frozen. */
    isCharged: p.boolean().default(false),
    cancelAt: p.datetime().nullable(),
    /** The period's usage, by usage key. */
    usage: p.json<UsageCounts>().defaultRaw(`'{}'`),
    usageAmount: p.bigint('number').default(0),
    cappedAmount: p.bigint('number').nullable(),
    /** Month that `usageRecords` counts. */
    usageMonth: p.date().nullable(),
    usageRecords: p.integer().default(0),
    pastDueAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    /** Increases with every change except usage. */
    version: p.integer().default(1),
  },
});
export type Subscription = InferEntity<typeof Subscription>;

/** A date on which a team's trial of an app ran; never deleted, so that no trial can be repeated. */
export const TrialDay = defineEntity({
  name: 'TrialDay',
  tableName: 'trial_days',
  schema: 'apps',
  properties: {
    teamId: p.integer().primary().autoincrement(false),
    appId: p.integer().primary().autoincrement(false),
    test: p.boolean().primary(),
    day: p.date().primary(),
  },
});

/** A date on which a team's trial of a theme ran; never deleted, so that no trial can be repeated. */
export const ThemeTrialDay = defineEntity({
  name: 'ThemeTrialDay',
  tableName: 'theme_trial_days',
  schema: 'apps',
  properties: {
    teamId: p.integer().primary().autoincrement(false),
    themeId: p.integer().primary().autoincrement(false),
    test: p.boolean().primary(),
    day: p.date().primary(),
  },
});

/** A team's use of an app, as reported by the app. */
export const UsageRecord = defineEntity({
  name: 'UsageRecord',
  tableName: 'usage_records',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    installId: p.integer(),
    subscriptionId: p.bigint('number'),
    usageKey: p.text(),
    quantity: p.integer(),
    amount: p.bigint('number'),
    description: p.text().nullable(),
    idempotencyKey: p.text(),
    at: p.datetime(),
    createdAt: p.datetime(),
  },
});
export type UsageRecord = InferEntity<typeof UsageRecord>;

/** A team's charge or credit, on a statement or waiting for one. */
export const Charge = defineEntity({
  name: 'Charge',
  tableName: 'charges',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    /** Null for a theme, and for a credit carried over from a paid statement. */
    appId: p.integer().nullable(),
    themeId: p.integer().nullable(),
    subscriptionId: p.bigint('number').nullable(),
    currency: p.text(),
    day: p.date(),
    description: p.text(),
    amount: p.bigint('number'),
    /** False for a credit that already includes its tax. */
    taxable: p.boolean(),
    invoiceId: p.bigint('number').nullable(),
  },
});
export type Charge = InferEntity<typeof Charge>;

/** Documents issued to teams. */
export const INVOICE_KINDS = ['statement', 'credit_note'] as const;
export const INVOICE_STATUSES = ['open', 'paid', 'credited'] as const;

/** A team's monthly statement for its paid apps, or a credit note for one. */
export const AppInvoice = defineEntity({
  name: 'AppInvoice',
  tableName: 'app_invoices',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    teamId: p.integer(),
    kind: p.enum(INVOICE_KINDS),
    number: p.text(),
    status: p.enum(INVOICE_STATUSES),
    currency: p.text(),
    /** First day of the month whose charges it has. */
    month: p.date(),
    lines: p.json<readonly StatementLine[]>(),
    tax: p.bigint('number'),
    total: p.bigint('number'),
    /** Sum of its credit notes. */
    credited: p.bigint('number').default(0),
    issuedAt: p.datetime(),
    dueAt: p.datetime(),
    paidAt: p.datetime().nullable(),
    /** Amount due again since a payment was taken back; null if none was, or once it's paid. */
    owed: p.bigint('number').nullable(),
    /** Time a payment was last taken back. */
    reopenedAt: p.datetime().nullable(),
    /** Payment session that paid it, with the amount that was due then and the app's name; null if an operator recorded it. */
    paidSessionId: p.uuid().nullable(),
    paidAmount: p.bigint('number').nullable(),
    paidThrough: p.text().nullable(),
    /** The operator's and the team's details when it was issued; null on statements of earlier releases. */
    issuer: p.json<StatementParty>().nullable(),
    recipient: p.json<StatementParty>().nullable(),
    /** Address of the page where it's paid. */
    permalinkId: p.uuid(),
    creditNoteOf: p.bigint('number').nullable(),
  },
});
export type AppInvoice = InferEntity<typeof AppInvoice>;

/** A payment session's money for a statement. */
export const StatementPayment = defineEntity({
  name: 'StatementPayment',
  tableName: 'statement_payments',
  schema: 'apps',
  properties: {
    sessionId: p.uuid().primary(),
    invoiceId: p.bigint('number'),
    /** The payment's part that was due. */
    amount: p.bigint('number'),
    /** Amount taken back, by a dispute or a refund at the provider. */
    reversed: p.bigint('number').default(0),
    /** The last applied version from payments. */
    version: p.integer().default(0),
    at: p.datetime(),
  },
});
export type StatementPayment = InferEntity<typeof StatementPayment>;

/** The last number of each kind of document in a year. */
export const AppInvoiceSeries = defineEntity({
  name: 'AppInvoiceSeries',
  tableName: 'app_invoice_series',
  schema: 'apps',
  properties: {
    kind: p.text().primary(),
    year: p.integer().primary().autoincrement(false),
    last: p.integer(),
  },
});

/** A developer's earnings from a charge, or the part returned with a credit. */
export const LedgerEntry = defineEntity({
  name: 'LedgerEntry',
  tableName: 'ledger_entries',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    appId: p.integer().nullable(),
    themeId: p.integer().nullable(),
    kind: p.enum(['charge', 'refund'] as const),
    currency: p.text(),
    amount: p.bigint('number'),
    /** The platform's share of the amount. */
    share: p.bigint('number'),
    chargeId: p.bigint('number').nullable(),
    invoiceId: p.bigint('number').nullable(),
    at: p.datetime(),
  },
});
export type LedgerEntry = InferEntity<typeof LedgerEntry>;

/** A payout to an app's or a theme's developer, as marked by an operator. */
export const AppPayout = defineEntity({
  name: 'AppPayout',
  tableName: 'app_payouts',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    appId: p.integer().nullable(),
    themeId: p.integer().nullable(),
    currency: p.text(),
    amount: p.bigint('number'),
    reference: p.text(),
    /** The operator's account. */
    markedBy: p.integer(),
    at: p.datetime(),
  },
});
export type AppPayout = InferEntity<typeof AppPayout>;

/** Running sums of an app's or theme's ledger in a currency. Database triggers keep them (`functions.sql`). */
export const AppBalance = defineEntity({
  name: 'AppBalance',
  tableName: 'app_balances',
  schema: 'apps',
  properties: {
    product: p.enum(['app', 'theme'] as const).primary(),
    productId: p.integer().primary().autoincrement(false),
    currency: p.text().primary(),
    /** Net earnings on paid statements. */
    earned: p.bigint('number').default(0),
    /** Net earnings on charges that aren't paid yet. */
    pending: p.bigint('number').default(0),
    paidOut: p.bigint('number').default(0),
  },
});

/** An app's or theme's charges in a month. Database triggers keep them (`functions.sql`). */
export const AppRevenue = defineEntity({
  name: 'AppRevenue',
  tableName: 'app_revenue',
  schema: 'apps',
  properties: {
    /** First day of the month. */
    month: p.date().primary(),
    currency: p.text().primary(),
    product: p.enum(['app', 'theme'] as const).primary(),
    productId: p.integer().primary().autoincrement(false),
    amount: p.bigint('number'),
    /** The platform's share of the amount. */
    share: p.bigint('number'),
  },
});
