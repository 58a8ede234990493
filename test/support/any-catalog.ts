import fc from 'fast-check';
import { BED_TYPES, PROPERTY_KINDS, UNIT_TYPE_KINDS } from '#subgraphs/catalog/domain/content.ts';
import { MEAL_PLANS } from '#subgraphs/catalog/rates/domain/rate-plan.ts';
import { FEE_BASES } from '#subgraphs/catalog/rates/domain/terms.ts';
import { daysAhead } from './stays.ts';

/** Any catalog that fits a file, as an export would write it: the same keys in the same order. */

const word = fc.stringMatching(/^[A-Za-zÀ-ž0-9][A-Za-zÀ-ž0-9 .’&-]{0,20}[A-Za-z0-9]$/);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => `${part}`.padStart(2, '0')).join(':'));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const descriptions = fc
  .uniqueArray(fc.constantFrom('en', 'de', 'fr-CH'), { maxLength: 3 })
  .chain((locales) =>
    fc.tuple(
      ...locales.map((locale) =>
        word.map((markdown) => ({ locale, markdown: `**${markdown}**\n\n${markdown}` })),
      ),
    ),
  );
const amenities = fc.constantFrom([], ['wifi'], ['wifi', 'parking_free']);

const nights = fc
  .uniqueArray(fc.integer({ min: 1, max: 700 }), { maxLength: 6 })
  .map((days) => days.sort((a, b) => a - b))
  .chain((days) =>
    fc.tuple(
      ...days.map((day) =>
        fc
          .record({
            rate: maybe(fc.integer({ min: 0, max: 9_999_999 })),
            minStay: maybe(fc.integer({ min: 1, max: 5 })),
            maxStay: maybe(fc.integer({ min: 6, max: 30 })),
            stopSell: fc.boolean(),
          })
          .map(({ rate, minStay, maxStay, stopSell }) => ({
            from: daysAhead(day * 1),
            until: daysAhead(day),
            rate,
            minStay,
            maxStay,
            ...(stopSell && { stopSell: true }),
          })),
      ),
    ),
  );

const planPayment = fc.oneof(
  fc.record({
    mode: fc.constant('deposit' as const),
    depositPercent: fc.integer({ min: 1, max: 99 }),
    balanceDaysBefore: fc.integer({ min: 0, max: 365 }),
  }),
  fc.constant({ mode: 'at_property' as const }),
);

const ratePlans = fc
  .array(
    fc.record({
      title: word,
      description: maybe(word),
      mealPlan: maybe(fc.constantFrom(...MEAL_PLANS)),
      adjust: maybe(fc.record({ percentBp: fc.integer({ min: 1, max: 9_999 }) })),
      weekDiscountBp: maybe(fc.integer({ min: 1, max: 5_000 })),
      payment: maybe(planPayment),
      minStay: maybe(fc.integer({ min: 1, max: 5 })),
      bookingWindow: maybe(fc.record({ maxDays: fc.integer({ min: 0, max: 730 }) })),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((plans) =>
    plans.map(({ title, ...terms }, place) => ({
      externalId: `plan-${place}`,
      title,
      ...(place === plans.length - 1 && { isDefault: true }),
      ...terms,
      ...(place < plans.length - 1 && { active: place > 0 }),
    })),
  );

const unitType = (at: number) =>
  fc
    .record({
      name: word,
      kind: maybe(fc.constantFrom(...UNIT_TYPE_KINDS)),
      units: fc.integer({ min: 1, max: 4 }),
      baseRate: fc.integer({ min: 0, max: 1_000_000 }),
      active: fc.boolean(),
      maxGuests: fc.integer({ min: 2, max: 9 }),
      supplement: fc.integer({ min: 0, max: 5_000 }),
      plans: fc.oneof(
        fc.record({ weekDiscount: maybe(fc.integer({ min: 1, max: 5_000 })) }),
        fc.record({ ratePlans }),
      ),
      bedrooms: maybe(fc.integer({ min: 0, max: 5 })),
      areaM2: maybe(fc.integer({ min: 1, max: 500 })),
      beds: fc.array(
        fc.record({ type: fc.constantFrom(...BED_TYPES), count: fc.integer({ min: 1, max: 3 }) }),
        {
          maxLength: 2,
        },
      ),
      amenities,
      descriptions,
      nights,
      position: fc.integer({ min: 0, max: 9 }),
    })
    .map(({ name, supplement, units, plans, ...rest }) => ({
      externalId: `type-${at}`,
      name,
      units,
      ...plans,
      ...rest,
      baseGuests: 1,
      adultSupplement: supplement,
      childSupplement: supplement,
      unitNames: Array.from({ length: units }, (_, place) => `${name} ${place + 1}`),
    }));

const property = (at: number) =>
  fc
    .record({
      name: word,
      currency: fc.constantFrom('EUR', 'CHF', 'JPY', 'KWD'),
      timeZone: fc.constantFrom('Europe/Zurich', 'UTC'),
      kind: maybe(fc.constantFrom(...PROPERTY_KINDS)),
      address: maybe(fc.record({ locality: word, country: fc.constantFrom('CH', 'JP') })),
      geo: maybe(
        fc.record({
          lat: fc.constantFrom(46.5, -33),
          lng: fc.constantFrom(8.25, 151),
          show: fc.constantFrom('exact', 'area'),
        }),
      ),
      checkInFrom: maybe(time),
      descriptions,
      amenities,
      fees: fc.array(
        fc.record({
          name: word,
          basis: fc.constantFrom(...FEE_BASES),
          amount: fc.integer({ min: 0, max: 9_999 }),
        }),
        { maxLength: 2 },
      ),
      taxes: fc.array(
        fc.oneof(
          fc.record({ name: word, basisPoints: fc.integer({ min: 0, max: 2_000 }) }),
          fc.record({
            name: word,
            percent: fc.integer({ min: 0, max: 100_000 }).map((thousandths) => thousandths / 1_000),
            maxNights: maybe(fc.integer({ min: 1, max: 365 })),
          }),
        ),
        { maxLength: 2 },
      ),
      unitTypes: fc
        .integer({ min: 0, max: 3 })
        .chain((count) => fc.tuple(...Array.from({ length: count }, (_, place) => unitType(place)))),
    })
    .map(({ fees, taxes, ...rest }) => ({
      externalId: `property-of-${at}`,
      ...rest,
      fees: fees.map((fee, place) => ({ externalId: `fee-of-${at}-${place}`, ...fee })),
      taxes: taxes.map((tax, place) => ({ externalId: `tax-of-${at}-${place}`, ...tax })),
    }));

/** A complete file. */
export const anyCatalog = fc
  .integer({ min: 0, max: 3 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => property(at))))
  .map((properties) => JSON.stringify({ format: 'platform_catalog', version: 1, properties }));
