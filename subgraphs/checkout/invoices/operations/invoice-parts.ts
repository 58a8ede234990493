import type { SubgraphContext } from '#db/context.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import type { Booking } from '../../store/entities.ts';
import { NO_TERMS, type PropertyTerms } from '../domain/invoiced-folio.ts';
import {
  type InvoicePartsQuery,
  type InvoiceTermsOfPropertyFragment,
  invoicePartsDocument,
  moreInvoiceTermsDocument,
} from './generated.ts';

/** Facts from other subgraphs for a booking's invoice. */
export interface InvoiceParts {
  readonly issuer: NonNullable<InvoicePartsQuery['invoiceIssuer']>;
  /** The booking's property's terms. */
  readonly terms: InvoiceTermsOfPropertyFragment;
  /** Other lines' properties' terms. */
  readonly others: readonly InvoiceTermsOfPropertyFragment[];
}

/** Reads the issuer and a booking's properties' terms; null if the caller can't read them. */
export async function invoiceParts(
  ctx: SubgraphContext,
  { teamId, propertyId, lines }: Pick<Booking, 'teamId' | 'propertyId' | 'lines'>,
  caller: Parameters<SubgraphContext['execute']>[2] = ctx,
): Promise<InvoiceParts | null> {
  const { invoiceIssuer, invoiceTerms } = await ctx.execute(
    invoicePartsDocument,
    { propertyId: String(propertyId), teamId: caller.viewer.kind === 'platform' ? String(teamId) : null },
    caller,
  );
  if (!invoiceIssuer || !invoiceTerms) return null;
  const others: InvoiceTermsOfPropertyFragment[] = [];
  const otherIds = new Set(lines.flatMap((line) => line.propertyId ?? []).filter((id) => id !== propertyId));
  await forEachAtOnce([...otherIds], async (id) => {
    const more = await propertyTerms(ctx, id, caller);
    if (more) others.push(more);
  });
  return { issuer: invoiceIssuer, terms: invoiceTerms, others };
}

/** Reads a property's terms; null if the caller can't read them. */
export const propertyTerms = async (
  ctx: SubgraphContext,
  propertyId: number,
  caller: Parameters<SubgraphContext['execute']>[2] = ctx,
): Promise<InvoiceTermsOfPropertyFragment | null> =>
  (await ctx.execute(moreInvoiceTermsDocument, { propertyId: String(propertyId) }, caller)).invoiceTerms;

/** Returns the properties that a booking's lines are in, its own first. */
const placesOf = ({ propertyId, lines }: Pick<Booking, 'propertyId' | 'lines'>): readonly number[] => [
  ...new Set([propertyId, ...lines.flatMap((line) => line.propertyId ?? [])]),
];

/** Reads terms for bookings, and returns a function that finds a booking's, its own property's first. */
export async function readingTerms(
  ctx: SubgraphContext,
  bookings: readonly Pick<Booking, 'propertyId' | 'lines'>[],
): Promise<(booking: Pick<Booking, 'propertyId' | 'lines'>) => readonly [PropertyTerms, ...PropertyTerms[]]> {
  const terms = new Map<number, PropertyTerms>();
  await forEachAtOnce([...new Set(bookings.flatMap(placesOf))], async (id) => {
    const known = await propertyTerms(ctx, id);
    if (known) terms.set(id, known);
  });
  return (booking) => {
    const [own = NO_TERMS, ...others] = placesOf(booking).flatMap((id) => terms.get(id) ?? []);
    return [own, ...others];
  };
}
