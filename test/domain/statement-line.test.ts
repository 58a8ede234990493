import { expect, test } from 'vitest';
import { statementLine } from '#adapters/storefront-pages/invoice/statement-line.ts';
import type { Language } from '#kit/language.ts';

// docs/interface/billing.md#statements.

const PERIOD = 'Crew Store: Pro, 2040-01-10 to 2040-02-09';
const USAGE = 'Crew Store: Cleanings: 1,250 units, 2040-01-10 to 2040-02-09';
const UNUSED = 'Crew Store: unused days of Pro, 2040-01-10 to 2040-02-01';
const CREDIT_NOTE = 'Credit note SC-2040-000001';

test.each<readonly [Language, string, string]>([
  ['en', PERIOD, 'Crew Store: Pro, 10 January 2040 – 9 February 2040'],
  ['de', PERIOD, 'Crew Store: Pro, 10. Januar 2040 – 9. Februar 2040'],
  ['fr', PERIOD, 'Crew Store: Pro, 10 janvier 2040 – 9 février 2040'],
  ['es', PERIOD, 'Crew Store: Pro, 10 de enero de 2040 – 9 de febrero de 2040'],
  ['it', PERIOD, 'Crew Store: Pro, 10 gennaio 2040 – 9 febbraio 2040'],
  ['nl', PERIOD, 'Crew Store: Pro, 10 januari 2040 – 9 februari 2040'],
  ['en', USAGE, 'Crew Store: Cleanings: 1,250 units, 10 January 2040 – 9 February 2040'],
  ['fr', USAGE.replace('1,250', '1'), 'Crew Store: Cleanings: 1 unité, 10 janvier 2040 – 9 février 2040'],
  ['nl', USAGE, 'Crew Store: Cleanings: 1.250 eenheden, 10 januari 2040 – 9 februari 2040'],
  ['fr', UNUSED, 'Crew Store: jours non utilisés de Pro, 10 janvier 2040 – 1er février 2040'],
  ['it', CREDIT_NOTE, 'Nota di credito SC-2040-000001'],
  ['de', 'Crew Store: Setup', 'Crew Store: Setup'],
  ['de', 'ST-2040-000001: An outage', 'ST-2040-000001: An outage'],
  ['de', 'Crew: Units: 3 units', 'Crew: Units: 3 units'],
])('in %s, the line "%s" is "%s"', (language, stored, shown) => {
  expect(statementLine(language, stored)).toBe(shown);
});
