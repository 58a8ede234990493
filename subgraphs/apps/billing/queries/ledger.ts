import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { reader, statements } from '#db/transaction.ts';
import { LARGEST_PAGE, type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { badInput } from '#kit/errors.ts';
import type { Minor } from '#kit/money.ts';
import { operatorId } from '#kit/operator.ts';
import { likePattern, searchText } from '#kit/text.ts';
import { developerId } from '../../access.ts';
import { findOwnApp } from '../../authoring/queries/apps.ts';
import { findOwnTheme } from '../../themes/queries/themes.ts';
import { appProduct, type Product, themeProduct } from '../domain/product.ts';
import { AppPayout } from '../store/entities.ts';

/** An entry as its developer reads it. */
export interface LedgerEntryRow {
  readonly id: number;
  readonly kind: 'charge' | 'refund';
  readonly amount: Minor;
  readonly share: Minor;
  readonly currency: string;
  readonly description: string | null;
  readonly isPaid: boolean;
  readonly month: string;
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
export const findEntries = async (
  ctx: SubgraphContext,
  product: Product,
  first: number,
): Promise<readonly LedgerEntryRow[]> => (await findEntryPage(ctx, product, { first: limited(first) })).nodes;

/** Returns a page of a product's entries, newest first. */
export async function findEntryPage(
  ctx: SubgraphContext,
  product: Product,
  listing: Listing,
): Promise<Page<LedgerEntryRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('e.id')));
  const { rows } = await sql<LedgerEntryRow>`
    SELECT e.id::float8 AS id, e.kind, e.amount::float8 AS amount, e.share::float8 AS share, e.currency, c.description,
      e.kind = 'refund' OR coalesce(i.status = 'paid', false) AS "isPaid",
      to_char(coalesce(c.day, (e.at AT TIME ZONE 'UTC')::date), 'YYYY-MM') AS month, e.at
    FROM apps.ledger_entries e
    LEFT JOIN apps.charges c ON c.id = e.charge_id
    LEFT JOIN apps.app_invoices i ON i.id = c.invoice_id
    WHERE ${ofProduct(product)} AND ${within} ${orderBy} ${limit}`.execute(statements(ctx));
  const entries = rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  return pageOf(entries, slice, ({ id }) => [id]);
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
 * paid out; a refund for a statement that isn't paid reduces what's pending. Triggers keep these sums
 * (`../store/functions.sql`).
 */
const balances = (which: ReturnType<typeof sql>, end: ReturnType<typeof sql>) => sql<AppBalanceRow>`
  SELECT coalesce(a.slug, t.slug) AS "appSlug", coalesce(a.name, t.name) AS "appName", b.product = 'theme' AS "isTheme", b.currency,
    b.earned::float8 AS earned, b.pending::float8 AS pending, b.paid_out::float8 AS "paidOut", (b.earned - b.paid_out)::float8 AS due
  FROM apps.app_balances b
  LEFT JOIN apps.apps a ON b.product = 'app' AND a.id = b.product_id
  LEFT JOIN apps.themes t ON b.product = 'theme' AND t.id = b.product_id
  WHERE ${which} ${end}`;

/** Returns a product's balances by currency. */
export async function findBalances(
  where: Parameters<typeof statements>[0],
  product: Product,
): Promise<readonly AppBalanceRow[]> {
  const [type, id] = product.appId === null ? ['theme', product.themeId] : ['app', product.appId];
  const which = sql`b.product = ${type} AND b.product_id = ${id}`;
  const { rows } = await balances(which, sql`ORDER BY b.currency`).execute(statements(where));
  return rows;
}

/** Returns the largest balances of all apps and themes. Throws `ACCESS_DENIED` for anyone except operators. */
export async function findPlatformBalances(
  ctx: SubgraphContext,
  { search }: { readonly search?: string | null },
): Promise<readonly AppBalanceRow[]> {
  operatorId(ctx);
  const text = searchText(search);
  const which =
    text === ''
      ? sql`true`
      : sql`lower(coalesce(a.name || ' ' || a.slug, t.name || ' ' || t.slug)) LIKE ${likePattern(text)}`;
  const end = sql`ORDER BY due DESC, 1, b.currency LIMIT ${LARGEST_PAGE}`;
  const { rows } = await balances(which, end).execute(statements(ctx));
  return rows;
}

/** Returns the largest balances of the account's own themes. */
export async function findThemeBalances(ctx: SubgraphContext): Promise<readonly AppBalanceRow[]> {
  const which = sql`b.product = 'theme' AND t.account_id = ${developerId(ctx)}`;
  const end = sql`ORDER BY due DESC, 1, b.currency LIMIT ${LARGEST_PAGE}`;
  return (await balances(which, end).execute(statements(ctx))).rows;
}

/** A payout as operators read it. */
export interface PlatformPayoutRow {
  readonly id: number;
  readonly appSlug: string;
  readonly appName: string;
  readonly isTheme: boolean;
  readonly currency: string;
  readonly amount: Minor;
  readonly reference: string;
  readonly markedBy: string;
  readonly at: string;
}

/** Returns a page of payouts, newest first. Throws `ACCESS_DENIED` for anyone except operators. */
export async function findPlatformPayouts(
  ctx: SubgraphContext,
  { search, ...listing }: Listing & { readonly search?: string | null },
): Promise<Page<PlatformPayoutRow>> {
  operatorId(ctx);
  const text = searchText(search);
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('p.id')));
  const which =
    text === ''
      ? sql`true`
      : sql`(lower(coalesce(a.name || ' ' || a.slug, t.name || ' ' || t.slug)) LIKE ${likePattern(text)}
          OR lower(p.reference) = ${text})`;
  const { rows } = await sql<PlatformPayoutRow>`
    SELECT p.id::float8 AS id, coalesce(a.slug, t.slug) AS "appSlug", coalesce(a.name, t.name) AS "appName",
      p.theme_id IS NOT NULL AS "isTheme", p.currency, p.amount::float8 AS amount, p.reference, m.name AS "markedBy", p.at
    FROM apps.app_payouts p
    JOIN apps.accounts m ON m.id = p.marked_by
    LEFT JOIN apps.apps a ON a.id = p.app_id
    LEFT JOIN apps.themes t ON t.id = p.theme_id
    WHERE ${which} AND ${within} ${orderBy} ${limit}`.execute(statements(ctx));
  const payouts = rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  return pageOf(payouts, slice, ({ id }) => [id]);
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
