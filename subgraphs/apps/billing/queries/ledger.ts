import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { LARGEST_PAGE } from '#kit/connection.ts';
import { badInput } from '#kit/errors.ts';
import type { Minor } from '#kit/money.ts';
import { developerId, operatorId } from '../../access.ts';
import { findOwnApp } from '../../authoring/queries/apps.ts';
import { findOwnTheme } from '../../themes/queries/themes.ts';
import { appProduct, type Product, themeProduct } from '../domain/product.ts';
import { AppPayout } from '../store/entities.ts';

/** An entry as its developer reads it. */
export interface LedgerEntryRow {
  readonly kind: 'charge' | 'refund';
  readonly amount: Minor;
  readonly share: Minor;
  readonly currency: string;
  readonly description: string | null;
  readonly isPaid: boolean;
  readonly at: string;
}

const limited = (first: number): number => {
  if (Number.isInteger(first) && first >= 1 && first <= LARGEST_PAGE) return first;
  throw badInput(`first must be 1 to ${LARGEST_PAGE}.`);
};

/** Selects a product's entries `e`. */
const ofProduct = ({ appId, themeId }: Product) =>
  appId === null ? sql`e.theme_id = ${themeId}` : sql`e.app_id = ${appId}`;

/** Returns a product's newest entries. */
export async function findEntries(
  ctx: SubgraphContext,
  product: Product,
  first: number,
): Promise<readonly LedgerEntryRow[]> {
  const { rows } = await sql<LedgerEntryRow>`
    SELECT e.kind, e.amount::float8 AS amount, e.share::float8 AS share, e.currency, c.description,
      e.kind = 'refund' OR coalesce(i.status = 'paid', false) AS "isPaid", e.at
    FROM apps.ledger_entries e
    LEFT JOIN apps.charges c ON c.id = e.charge_id
    LEFT JOIN apps.app_invoices i ON i.id = c.invoice_id
    WHERE ${ofProduct(product)} ORDER BY e.id DESC LIMIT ${limited(first)}`.execute(statements(ctx));
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

/** Returns a product's newest payouts. */
export const findPayouts = (
  ctx: SubgraphContext,
  product: Product,
  first: number,
): Promise<readonly AppPayout[]> =>
  reader(ctx).find(AppPayout, product, { orderBy: { id: 'desc' }, limit: limited(first) });

/** An app's or theme's earnings and payouts in a currency. */
export interface AppBalanceRow {
  readonly appSlug: string;
  readonly appName: string;
  readonly isTheme: boolean;
  readonly currency: string;
  readonly earned: Minor;
  readonly pending: Minor;
  readonly paidOut: Minor;
  readonly due: Minor;
}

/**
 * Earnings count once their statement is paid. A refund counts immediately, because it may return earnings that were
 * paid out; a refund for a statement that isn't paid reduces what's pending.
 */
const balances = (which: ReturnType<typeof sql>, end: ReturnType<typeof sql>) => sql<AppBalanceRow>`
  WITH entries AS (
    SELECT e.app_id, e.theme_id, e.currency, e.amount - e.share AS net, coalesce(i.status = 'paid', false) AS is_paid
    FROM apps.ledger_entries e
    LEFT JOIN apps.charges c ON c.id = e.charge_id
    LEFT JOIN apps.app_invoices i ON i.id = coalesce(c.invoice_id, e.invoice_id)
    WHERE ${which}
  ), earned AS (
    SELECT app_id, theme_id, currency, coalesce(sum(net) FILTER (WHERE is_paid), 0) AS earned,
      coalesce(sum(net) FILTER (WHERE NOT is_paid), 0) AS pending
    FROM entries GROUP BY 1, 2, 3
  ), paid AS (
    SELECT p.app_id, p.theme_id, p.currency, sum(p.amount) AS amount FROM apps.app_payouts p GROUP BY 1, 2, 3
  )
  SELECT coalesce(a.slug, t.slug) AS "appSlug", coalesce(a.name, t.name) AS "appName", t.id IS NOT NULL AS "isTheme",
    earned.currency, earned.earned::float8 AS earned,
    earned.pending::float8 AS pending, coalesce(paid.amount, 0)::float8 AS "paidOut",
    (earned.earned - coalesce(paid.amount, 0))::float8 AS due
  FROM earned
  LEFT JOIN apps.apps a ON a.id = earned.app_id
  LEFT JOIN apps.themes t ON t.id = earned.theme_id
  LEFT JOIN paid ON paid.currency = earned.currency
    AND (paid.app_id = earned.app_id OR paid.theme_id = earned.theme_id)
  ${end}`;

/** Returns a product's balances by currency. */
export async function findBalances(
  where: Parameters<typeof statements>[0],
  product: Product,
): Promise<readonly AppBalanceRow[]> {
  const { rows } = await balances(ofProduct(product), sql`ORDER BY 4`).execute(statements(where));
  return rows;
}

/** Returns the largest balances of all apps and themes. Throws `ACCESS_DENIED` for anyone except operators. */
export async function findPlatformBalances(ctx: SubgraphContext): Promise<readonly AppBalanceRow[]> {
  operatorId(ctx);
  const end = sql`ORDER BY due DESC, 1, 4 LIMIT ${LARGEST_PAGE}`;
  const { rows } = await balances(sql`true`, end).execute(statements(ctx));
  return rows;
}

/** Returns the product of an app that the account owns; null for any other app. */
export async function findAppLedger(ctx: SubgraphContext, slug: string): Promise<Product | null> {
  const app = await findOwnApp(ctx, developerId(ctx), slug);
  return app && appProduct(app.id);
}

/** Returns the product of a theme that the account owns; null for any other theme. */
export async function findThemeLedger(ctx: SubgraphContext, slug: string): Promise<Product | null> {
  const theme = await findOwnTheme(ctx, developerId(ctx), slug);
  return theme && themeProduct(theme.id);
}
