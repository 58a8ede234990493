import { expect, test } from 'vitest';
import { thousandthsOf } from '#kit/money.ts';
import { creditedLines, leftOf } from '#subgraphs/checkout/invoices/domain/credited-lines.ts';
import { type DocumentLine, taxOf } from '#subgraphs/checkout/invoices/domain/invoice-document.ts';
import {
  type InvoicedCharge,
  type InvoiceTaxTerms,
  invoiceLines,
  type LineTerms,
} from '#subgraphs/checkout/invoices/domain/invoice-lines.ts';
import { rateCharged } from '#subgraphs/checkout/invoices/domain/tax-rates.ts';
import { type Chance, seededTest, tries } from '../support/seeded.ts';

// Lines of invoices and credit notes, from the charges of a folio.

const STAY = { checkIn: '2027-06-01', checkOut: '2027-06-04', nightly: [100, 100, 100] };

const tax = (fields: Partial<InvoiceTaxTerms> = {}): InvoiceTaxTerms => ({
  id: '1',
  name: 'VAT',
  inclusive: false,
  percent: 20,
  maxNights: null,
  validFrom: null,
  validUntil: null,
  ...fields,
});

const terms = (taxes: readonly InvoiceTaxTerms[], fields: Partial<LineTerms> = {}): LineTerms => ({
  taxes,
  taxableFees: ['Cleaning'],
  taxesCancellations: false,
  hasOwnTaxes: false,
  ...fields,
});

let count = 0;
const charge = (
  kind: InvoicedCharge['kind'],
  amount: number,
  fields: Partial<InvoicedCharge> = {},
): InvoicedCharge => ({
  id: `c${count++}`,
  kind,
  name: kind,
  amount,
  date: '2027-06-01',
  taxIds: [],
  sold: kind !== 'extra' && kind !== 'adjustment',
  addedTo: null,
  ...fields,
});
const accommodation = (amount: number) => charge('accommodation', amount);
const vat = (amount: number, name = 'VAT') => charge('tax', amount, { name });

const sum = (lines: readonly { readonly amount: number }[]) =>
  lines.reduce((all, { amount }) => all + amount, 0);
const brief = ({ amount, percent, ...line }: DocumentLine) => [amount, percent, taxOf(line)];

test('a tax added to the price is contained in the lines that it was charged for', () => {
  const made = invoiceLines([accommodation(1_208_350), vat(241_670)], terms([tax()]), STAY);
  expect(made.lines.map(brief)).toEqual([[1_450_020, 20, 241_670]]);
  expect(made.taxes).toEqual([{ name: 'VAT', percent: 20, net: 1_208_350, amount: 241_670 }]);
});

test('the accommodation comes first, even if it was charged again after the rest', () => {
  const charges = [
    charge('fee', 3_000),
    charge('extra', 500),
    charge('discount', -1_000),
    accommodation(20_000),
    charge('cancellation', 700),
  ];
  const { lines } = invoiceLines(charges, terms([]), STAY);
  expect(lines.map(({ amount }) => amount)).toEqual([20_000, -1_000, 3_000, 500, 700]);
});

test('a discount reduces the tax of its rate', () => {
  const charges = [accommodation(557_360), charge('discount', -22_294), vat(117_715)];
  const made = invoiceLines(charges, terms([tax({ percent: 22 })]), STAY);
  expect(made.lines.map(brief)).toEqual([
    [557_360 + 122_620, 22, 122_620],
    [-22_294 - 4905, 22, -4905],
  ]);
  expect(sum(made.lines)).toBe(652_781);
  expect(made.taxes).toEqual([{ name: 'VAT', percent: 22, net: 535_066, amount: 117_715 }]);
});

test('a tax included in the rates is rounded once, after the discount', () => {
  const charges = [accommodation(23_900), charge('discount', -5975)];
  const made = invoiceLines(charges, terms([tax({ inclusive: true })]), STAY);
  expect(made.lines.map(brief)).toEqual([
    [23_900, 20, 3984],
    [-5975, 20, -996],
  ]);
  expect(made.taxes).toEqual([{ name: 'VAT', percent: 20, net: 14_937, amount: 2988 }]);
});

test('a currency without decimals has whole taxes', () => {
  const made = invoiceLines([accommodation(12_000)], terms([tax({ inclusive: true, percent: 10 })]), STAY);
  expect(made.taxes).toEqual([{ name: 'VAT', percent: 10, net: 10_909, amount: 1091 }]);
});

test('two percentage taxes on a line are added up, and listed one by one', () => {
  const taxes = [tax({ percent: 6 }), tax({ id: '2', name: 'City', percent: 3 })];
  const made = invoiceLines(
    [accommodation(10_000), charge('fee', 1000, { name: 'Cleaning' }), vat(660), vat(330, 'City')],
    terms(taxes),
    STAY,
  );
  expect(made.lines.map(brief)).toEqual([
    [10_900, 9, 900],
    [1090, 9, 90],
  ]);
  expect(made.taxes).toEqual([
    { name: 'VAT', percent: 6, net: 11_000, amount: 660 },
    { name: 'City', percent: 3, net: 11_000, amount: 330 },
  ]);
});

test('a tax per guest has its own line without a rate', () => {
  const made = invoiceLines([accommodation(10_000), vat(600, 'Visitors')], terms([tax()]), STAY);
  expect(made.lines.map(brief)).toEqual([
    [10_000, null, 0],
    [600, null, 600],
  ]);
  expect(made.taxes).toEqual([{ name: 'Visitors', percent: null, net: null, amount: 600 }]);
});

test('a fee that the tax does not apply to contains none', () => {
  const made = invoiceLines(
    [accommodation(10_000), charge('fee', 500, { name: 'Pets' })],
    terms([tax({ inclusive: true })]),
    STAY,
  );
  expect(made.lines.map(brief)).toEqual([
    [10_000, 20, 1667],
    [500, null, 0],
  ]);
});

test('a rate that has changed since the sale is shown as charged', () => {
  const made = invoiceLines([accommodation(33_333), vat(2333)], terms([tax({ percent: 8.1 })]), STAY);
  expect(made.taxes).toEqual([{ name: 'VAT', percent: 7, net: 33_333, amount: 2333 }]);
});

test.each([
  [10_000, 975, 9.75, 9.75],
  [10_000, 810, 7.7, 8.1],
  [100, 33, 20, 33],
  [0, 5, 20, null],
])('a tax of %i charged %i at %d % now was charged at %s', (base, amount, current, rate) => {
  expect(rateCharged(base, amount, current)).toBe(rate);
});

test('a stay across a change of rates has a line for the nights of each rate', () => {
  const taxes = [
    tax({ inclusive: true, percent: 7, validUntil: '2027-06-01' }),
    tax({ id: '2', inclusive: true, percent: 19, validFrom: '2027-06-02' }),
  ];
  const made = invoiceLines([accommodation(30_000)], terms(taxes), STAY);
  expect(made.lines.map((line) => [...brief(line), line.from, line.until])).toEqual([
    [10_000, 7, 654, '2027-06-01', '2027-06-02'],
    [20_000, 19, 3193, '2027-06-02', '2027-06-04'],
  ]);
});

test('an adjustment is shared over the rates of what it reduces', () => {
  const taxes = [
    tax({ inclusive: true, percent: 7 }),
    tax({ id: '2', inclusive: true, percent: 19, validFrom: '2028-01-01' }),
  ];
  const made = invoiceLines(
    [accommodation(30_000), charge('extra', 10_000, { taxIds: ['2'] }), charge('adjustment', -4001)],
    terms(taxes),
    STAY,
  );
  expect(made.lines.map(brief)).toEqual([
    [30_000, 7, 1962],
    [10_000, 19, 1597],
    [-3001, 7, -196],
    [-1000, 19, -160],
  ]);
});

test("a channel's own taxes replace the property's included ones", () => {
  const made = invoiceLines(
    [accommodation(10_000), vat(1000, 'Occupancy tax')],
    terms([tax({ inclusive: true })], { hasOwnTaxes: true }),
    STAY,
  );
  expect(made.lines.map(brief)).toEqual([
    [10_000, null, 0],
    [1000, null, 1000],
  ]);
});

const line = (amount: number): DocumentLine => ({
  kind: 'extra',
  name: 'x',
  amount,
  percent: null,
  taxes: [],
});

test.each([
  [[10_000, 10_000, 10_000], 10_000, [-3334, -3333, -3333]],
  [[20_000, 10_000], 10_001, [-6667, -3334]],
])('lines of %j are credited with %i as %j', (amounts, credit, parts) => {
  const made = creditedLines({ lines: amounts.map(line), taxes: [] }, credit);
  expect(made.lines.map(({ amount }) => amount)).toEqual(parts);
});

/** Charges of a random folio with the taxes that a quote or an extra would charge. */
function folioOf(chance: Chance): { charges: InvoicedCharge[]; terms: LineTerms } {
  const inclusive = chance.below(2) === 0;
  const taxes = Array.from({ length: chance.below(4) }, (_, place) =>
    tax({
      id: `${place}`,
      name: `Tax ${place}`,
      inclusive: chance.below(4) === 0 ? !inclusive : inclusive,
      percent: 1 + chance.below(25_000) / 1000,
    }),
  );
  const base = 1 + chance.below(2_000_000);
  const sold = [accommodation(base), charge('discount', -chance.below(base))];
  if (chance.below(2) === 0) sold.push(charge('fee', 1 + chance.below(20_000), { name: 'Cleaning' }));
  const added = taxes.filter((one) => !one.inclusive);
  const charges = [
    ...sold,
    ...added.map(({ name, percent }) =>
      charge('tax', thousandthsOf(sum(sold), Math.round((percent ?? 0) * 1000)), { name }),
    ),
  ];
  if (chance.below(3) === 0) charges.push(charge('tax', 1 + chance.below(5000), { name: 'Visitors' }));
  if (chance.below(2) === 0) {
    const extra = charge('extra', 1 + chance.below(50_000), { taxIds: taxes.map(({ id }) => id) });
    charges.push(extra);
    for (const { id, name, percent } of added) {
      const amount = thousandthsOf(extra.amount, Math.round((percent ?? 0) * 1000));
      charges.push(charge('tax', amount, { name, sold: false, taxIds: [id], addedTo: extra.id }));
    }
  }
  if (chance.below(2) === 0) charges.push(charge('adjustment', -1 - chance.below(base)));
  return { charges: charges.filter(({ amount }) => amount !== 0), terms: terms(taxes) };
}

seededTest(
  'lines sum to the folio, taxes to what it charged, and credit notes to the invoice',
  async (chance) => {
    for (let round = 0; round < tries(2000); round += 1) {
      const { charges, terms: at } = folioOf(chance);
      const invoice = invoiceLines(charges, at, STAY);
      const total = sum(charges);
      expect(sum(invoice.lines)).toBe(total);
      expect(sum(invoice.taxes)).toBe(invoice.lines.reduce((all, one) => all + taxOf(one), 0));
      for (const one of at.taxes.filter(({ inclusive }) => !inclusive)) {
        const charged = sum(charges.filter(({ kind, name }) => kind === 'tax' && name === one.name));
        expect(sum(invoice.taxes.filter(({ name }) => name === one.name))).toBe(charged);
      }
      if (total <= 0) continue;
      const notes = [];
      for (let left = total; left > 0; ) {
        const credit = notes.length > 5 ? left : 1 + chance.below(left);
        const note = creditedLines(leftOf(invoice, notes), credit);
        expect(sum(note.lines)).toBe(-credit);
        expect(sum(note.taxes)).toBe(note.lines.reduce((all, one) => all + taxOf(one), 0));
        notes.push(note);
        left -= credit;
      }
      const rest = leftOf(invoice, notes);
      expect(rest.lines.every(({ amount, taxes }) => amount === 0 && sum(taxes) === 0)).toBe(true);
      expect(rest.taxes.every(({ amount, net }) => amount === 0 && !net)).toBe(true);
    }
  },
);
