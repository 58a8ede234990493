import { nightsBetween } from '#kit/dates.ts';
import { allocate, type Minor } from '#kit/money.ts';
import type { PercentTax } from '../../folio/domain/added-taxes.ts';
import type { ChargeKind } from '../../folio/domain/entry-kinds.ts';
import type { DocumentLine, DocumentTax } from './invoice-document.ts';
import { rateCharged, taxContained } from './tax-rates.ts';

/** A charge that counts: neither a reversal nor reversed. */
export interface InvoicedCharge {
  readonly id: string;
  readonly kind: ChargeKind;
  readonly name: string;
  readonly amount: Minor;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly taxIds: readonly string[];
  /** True for a part of the price at which the stay was sold. */
  readonly sold: boolean;
  /** For a tax, the charge to which it was added. */
  readonly addedTo: string | null;
}

/** A property's percentage tax. */
export interface InvoiceTaxTerms extends PercentTax {
  /** Maximum number of taxed nights from check-in; null for all. */
  readonly maxNights: number | null;
}

/** Property terms that determine which taxes a charge contains. */
export interface LineTerms {
  readonly taxes: readonly InvoiceTaxTerms[];
  readonly taxableFees: readonly string[];
  readonly taxesCancellations: boolean;
  /** True if a channel sold the stay with its own taxes, which replace the property's. */
  readonly hasOwnTaxes: boolean;
}

/** A stay's nights with their prices, which divide the accommodation between tax rates. */
export interface InvoicedStay {
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  /** Each night's price; empty if unknown. */
  readonly nightly: readonly Minor[];
}

/** A charge, or its part with the same taxes, before taxes are added to it. */
interface Part {
  readonly charge: InvoicedCharge;
  readonly amount: Minor;
  readonly from?: string;
  readonly until?: string;
  /** Taxes that can apply to it. */
  readonly taxes: readonly InvoiceTaxTerms[];
  /** Taxes found, with their amounts. */
  readonly found: Found[];
}

/** A tax on a part, either added to its amount or included in it. */
interface Found {
  readonly tax: FoundTax;
  readonly amount: Minor;
  readonly isAdded: boolean;
  /** Amount that the rate applies to, if it isn't the part's own. */
  readonly net?: Minor;
}

/** A tax at one rate. */
interface FoundTax {
  readonly name: string;
  readonly percent: number | null;
}

/**
 * Turns a folio's charges into a document's lines and taxes. The lines' amounts sum to the charges' sum. A percentage
 * tax is contained in the lines that it applies to, whether it was included in the rates or added to them; any other tax
 * has its own line. Each tax is rounded once, then divided over its lines by largest remainder.
 */
export function invoiceLines(
  charges: readonly InvoicedCharge[],
  terms: LineTerms,
  stay: InvoicedStay,
): { readonly lines: readonly DocumentLine[]; readonly taxes: readonly DocumentTax[] } {
  const reduces = (charge: InvoicedCharge) => charge.kind === 'adjustment' && charge.amount < 0;
  const priced = charges
    .filter((charge) => charge.kind !== 'tax' && !reduces(charge))
    .flatMap((charge) => partsOf(charge, terms, stay));
  const parts = [...priced, ...charges.filter(reduces).flatMap((charge) => sharesOf(charge, priced))];
  findIncluded(parts, terms);
  const own = charges.filter(({ kind }) => kind === 'tax').flatMap((tax) => addTax(tax, parts, terms, stay));
  const inOrder = [...parts, ...own].sort(
    (a, b) => placeOf(a.charge) - placeOf(b.charge) || charges.indexOf(a.charge) - charges.indexOf(b.charge),
  );
  return documentOf(inOrder);
}

/** The accommodation and its discounts come first, even if a change of the stay charged them again after the rest. */
const placeOf = ({ kind, sold }: InvoicedCharge): number => (sold ? (FIRST[kind] ?? 2) : 2);
const FIRST: Partial<Record<ChargeKind, number>> = { accommodation: 0, discount: 1 };

/** Divides a charge by the taxes that can apply to it: the accommodation of some nights can have other rates. */
function partsOf(charge: InvoicedCharge, terms: LineTerms, stay: InvoicedStay): readonly Part[] {
  const { kind, sold } = charge;
  if (!sold || (kind !== 'accommodation' && kind !== 'discount')) {
    return [{ charge, amount: charge.amount, taxes: taxesOf(charge, terms, stay), found: [] }];
  }
  const groups = nightGroups(terms.taxes, stay);
  const amounts = allocate(
    charge.amount,
    groups.map(({ price }) => price),
  );
  return groups.map(({ taxes, from, until }, place) => ({
    charge,
    amount: amounts[place] ?? 0,
    taxes,
    found: [],
    ...(groups.length > 1 ? { from, until } : {}),
  }));
}

/** Returns the taxes that can apply to a charge that isn't accommodation. */
function taxesOf(charge: InvoicedCharge, terms: LineTerms, stay: InvoicedStay): readonly InvoiceTaxTerms[] {
  const { kind, sold, name, taxIds, date } = charge;
  const named = terms.taxes.filter(({ id }) => taxIds.includes(id));
  if (kind === 'fee' && sold) {
    if (!terms.taxableFees.includes(name)) return [];
    return terms.taxes.filter((tax) => isValid(tax, stay.checkIn));
  }
  if (kind !== 'cancellation' || !terms.taxesCancellations) return named;
  return terms.taxes.filter((tax) => named.includes(tax) || (tax.inclusive && isValid(tax, date)));
}

const isValid = ({ validFrom, validUntil }: PercentTax, date: string): boolean =>
  (validFrom ?? date) <= date && date <= (validUntil ?? date);

/** Groups consecutive nights with the same taxes. */
function nightGroups(taxes: readonly InvoiceTaxTerms[], { checkIn, checkOut, nightly }: InvoicedStay) {
  const first = Temporal.PlainDate.from(checkIn);
  const count = Math.max(1, nightsBetween(first, Temporal.PlainDate.from(checkOut)));
  const isPriced = nightly.length === count && nightly.some((price) => price > 0);
  const groups: {
    taxes: readonly InvoiceTaxTerms[];
    key: string;
    from: string;
    until: string;
    price: number;
  }[] = [];
  for (let place = 0; place < count; place += 1) {
    const night = first.add({ days: place }).toString();
    const until = first.add({ days: place + 1 }).toString();
    const valid = taxes.filter((tax) => isValid(tax, night) && place < (tax.maxNights ?? count));
    const key = valid.map(({ id }) => id).join();
    const price = isPriced ? (nightly[place] ?? 0) : 1;
    const last = groups.at(-1);
    if (last?.key === key) {
      last.until = until;
      last.price += price;
      continue;
    }
    groups.push({ taxes: valid, key, from: night, until, price });
  }
  return groups;
}

/** Shares an adjustment that reduces the total over the included taxes of the charges it reduces. */
function sharesOf(charge: InvoicedCharge, parts: readonly Part[]): readonly Part[] {
  const included = ({ taxes }: Part) => taxes.filter(({ inclusive }) => inclusive);
  const groups = [
    ...Map.groupBy(parts, (part) =>
      included(part)
        .map(({ id }) => id)
        .join(),
    ).values(),
  ];
  const amounts = allocate(
    charge.amount,
    groups.map((group) => Math.max(0, sum(group))),
  );
  const shares = groups.map((group, place) => ({
    charge,
    amount: amounts[place] ?? 0,
    taxes: group[0] ? included(group[0]) : [],
    found: [],
  }));
  return shares.length > 0
    ? shares.filter(({ amount }) => amount !== 0)
    : [{ charge, amount: charge.amount, taxes: [], found: [] }];
}

/** Finds the taxes that are included in the parts' amounts. */
function findIncluded(parts: readonly Part[], { taxes, hasOwnTaxes }: LineTerms): void {
  if (hasOwnTaxes) return;
  const included = taxes.filter(({ inclusive, percent }) => inclusive && (percent ?? 0) > 0);
  const percentsOf = (part: Part) =>
    part.taxes.filter((tax) => included.includes(tax)).reduce((all, { percent }) => all + (percent ?? 0), 0);
  for (const tax of included) {
    const containing = parts.filter((part) => part.taxes.includes(tax));
    const percent = tax.percent ?? 0;
    const amount = taxContained(
      percent,
      containing.map((part) => ({ amount: part.amount, percents: percentsOf(part) })),
    );
    const shares = allocate(
      amount,
      containing.map((part) => Math.round((part.amount * 1_000_000) / (100 + percentsOf(part)))),
    );
    const found = { name: tax.name, percent };
    for (const [place, part] of containing.entries()) {
      part.found.push({ tax: found, amount: shares[place] ?? 0, isAdded: false });
    }
  }
}

/** Adds a charged tax to the parts that it was charged for. Returns its own line if it can't be a part of theirs. */
function addTax(
  charge: InvoicedCharge,
  parts: readonly Part[],
  { taxes }: LineTerms,
  stay: InvoicedStay,
): readonly Part[] {
  const term = taxes.find(
    (one) => !one.inclusive && (charge.addedTo ? charge.taxIds.includes(one.id) : one.name === charge.name),
  );
  const taxed = term ? parts.filter((part) => isTaxedBy(part, charge, term)) : [];
  const isPartial = term != null && nightGroups(taxes, stay).length > 1 && charge.addedTo === null;
  const percent = rateCharged(sum(taxed), charge.amount, term?.percent ?? null, isPartial ? 1 : 0);
  const tax = { name: charge.name, percent: taxed.length > 0 ? percent : null };
  if (tax.percent !== null && taxed.every(({ found }) => found.every(({ isAdded }) => isAdded))) {
    const shares = allocate(
      charge.amount,
      taxed.map(({ amount }) => amount),
    );
    for (const [place, part] of taxed.entries()) {
      part.found.push({ tax, amount: shares[place] ?? 0, isAdded: true });
    }
    return [];
  }
  const own: Found = { tax, amount: charge.amount, isAdded: true, net: sum(taxed) };
  return [{ charge, amount: 0, taxes: [], found: [own] }];
}

/** True if a tax was charged for a part: an extra's tax for the extra, any other for what was sold. */
function isTaxedBy(part: Part, { addedTo }: InvoicedCharge, term: InvoiceTaxTerms): boolean {
  if (addedTo !== null) return part.charge.id === addedTo;
  return part.charge.sold && part.taxes.includes(term);
}

const sum = (parts: readonly Pick<Part, 'amount'>[]): Minor =>
  parts.reduce((whole, { amount }) => whole + amount, 0);

/** Numbers the taxes and describes the lines. */
function documentOf(parts: readonly Part[]) {
  const taxes: (FoundTax & { amount: Minor; net: Minor | null })[] = [];
  const placeOf = ({ name, percent }: FoundTax): number => {
    const known = taxes.findIndex((one) => one.name === name && one.percent === percent);
    return known < 0 ? taxes.push({ name, percent, amount: 0, net: null }) - 1 : known;
  };
  const lines = parts.map(({ charge, amount, from, until, found }): DocumentLine => {
    const added = found.filter(({ isAdded }) => isAdded).reduce((all, one) => all + one.amount, 0);
    const included = found.filter(({ isAdded }) => !isAdded).reduce((all, one) => all + one.amount, 0);
    const percents = found.flatMap(({ tax }) => tax.percent ?? []);
    return {
      kind: charge.kind,
      name: charge.name,
      amount: amount + added,
      percent:
        percents.length > 0 ? Math.round(percents.reduce((all, one) => all + one, 0) * 1000) / 1000 : null,
      taxes: found.map((one) => {
        const tax = placeOf(one.tax);
        const entry = taxes[tax];
        if (entry) {
          entry.amount += one.amount;
          if (entry.percent !== null) entry.net = (entry.net ?? 0) + (one.net ?? amount - included);
        }
        return { tax, amount: one.amount };
      }),
      ...(from && until ? { from, until } : {}),
    };
  });
  return { lines: lines.filter(({ amount, taxes: own }) => amount !== 0 || own.length > 0), taxes };
}
