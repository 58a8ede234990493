import { describe, expect, expectTypeOf, test } from 'vitest';
import type { CompleteResolvers } from '#kit/complete-resolvers.ts';
import type * as apps from '#subgraphs/apps/generated.ts';
import type { resolvers as ofApps } from '#subgraphs/apps/resolvers.ts';
import type * as catalog from '#subgraphs/catalog/generated.ts';
import type { resolvers as ofCatalog } from '#subgraphs/catalog/resolvers.ts';
import type * as checkout from '#subgraphs/checkout/generated.ts';
import * as bookingFields from '#subgraphs/checkout/queries/brief-fields.ts';
import { resolvers as ofCheckout } from '#subgraphs/checkout/resolvers.ts';
import * as bookingColumns from '#subgraphs/checkout/store/columns.ts';
import type * as payments from '#subgraphs/payments/generated.ts';
import type { resolvers as ofPayments } from '#subgraphs/payments/resolvers.ts';
import type * as tasks from '#subgraphs/tasks/generated.ts';
import * as taskFields from '#subgraphs/tasks/queries/brief-fields.ts';
import { resolvers as ofTasks } from '#subgraphs/tasks/resolvers.ts';
import * as taskColumns from '#subgraphs/tasks/store/columns.ts';

// `npm run tool types` runs these: a subgraph whose SDL, rows and resolvers don't fit together must not compile.

/** Resolvers without one field. */
type Without<All, Type extends keyof All, Field extends keyof All[Type]> = Omit<All, Type> & {
  readonly [T in Type]: Omit<All[Type], Field>;
};

/** Resolver types for a subgraph whose SDL has one more field. */
type WithField<All, Type extends keyof All, Result> = Omit<All, Type> & {
  readonly [T in Type]?: NonNullable<All[Type]> & { readonly added?: () => Result };
};

/** A subgraph's parents in which one type lacks a property. */
type WithoutColumn<Parents, Type extends keyof Parents, Column extends keyof Parents[Type]> = Omit<
  Parents,
  Type
> & { readonly [T in Type]: Omit<Parents[Type], Column> };

describe('a subgraph without a resolver that its SDL needs does not compile', () => {
  test("apps doesn't compile without a resolver that its SDL needs", () => {
    type Complete = CompleteResolvers<apps.Resolvers, apps.ResolversParentTypes>;
    expectTypeOf<typeof ofApps>().toExtend<Complete>();
    expectTypeOf<Without<typeof ofApps, 'Query', 'teams'>>().not.toExtend<Complete>();
    expectTypeOf<Without<typeof ofApps, 'Account', 'sessions'>>().not.toExtend<Complete>();
  });

  test("catalog doesn't compile without a resolver that its SDL needs", () => {
    type Complete = CompleteResolvers<catalog.Resolvers, catalog.ResolversParentTypes>;
    expectTypeOf<typeof ofCatalog>().toExtend<Complete>();
    expectTypeOf<Without<typeof ofCatalog, 'Mutation', 'importCreate'>>().not.toExtend<Complete>();
    expectTypeOf<Without<typeof ofCatalog, 'Tax', 'basis'>>().not.toExtend<Complete>();
  });

  test("checkout doesn't compile without a resolver that its SDL needs", () => {
    type Complete = CompleteResolvers<checkout.Resolvers, checkout.ResolversParentTypes>;
    expectTypeOf<typeof ofCheckout>().toExtend<Complete>();
    expectTypeOf<Without<typeof ofCheckout, 'Booking', 'amountDue'>>().not.toExtend<Complete>();
    expectTypeOf<Without<typeof ofCheckout, 'Message', 'author'>>().not.toExtend<Complete>();
  });

  test("payments doesn't compile without a resolver that its SDL needs", () => {
    type Complete = CompleteResolvers<payments.Resolvers, payments.ResolversParentTypes>;
    expectTypeOf<typeof ofPayments>().toExtend<Complete>();
    expectTypeOf<Without<typeof ofPayments, 'Query', 'paymentSession'>>().not.toExtend<Complete>();
  });

  test("tasks doesn't compile without a resolver that its SDL needs", () => {
    type Complete = CompleteResolvers<tasks.Resolvers, tasks.ResolversParentTypes>;
    expectTypeOf<typeof ofTasks>().toExtend<Complete>();
    expectTypeOf<Without<typeof ofTasks, 'Task', 'hostMoves'>>().not.toExtend<Complete>();
  });
});

test("a field added only to the SDL doesn't compile", () => {
  type Added = WithField<tasks.Resolvers, 'Task', string>;
  expectTypeOf<typeof ofTasks>().not.toExtend<CompleteResolvers<Added, tasks.ResolversParentTypes>>();
});

test("a stored field missing from its type's row doesn't compile", () => {
  type Parents = WithoutColumn<checkout.ResolversParentTypes, 'Booking', 'checkedInAt'>;
  expectTypeOf<typeof ofCheckout>().not.toExtend<CompleteResolvers<checkout.Resolvers, Parents>>();
});

test("a stored field with a different type than in its SDL doesn't compile", () => {
  type Parents = Omit<tasks.ResolversParentTypes, 'Task'> & {
    readonly Task: Omit<tasks.ResolversParentTypes['Task'], 'version'> & { readonly version: string | null };
  };
  expectTypeOf<typeof ofTasks>().not.toExtend<CompleteResolvers<tasks.Resolvers, Parents>>();
});

type Fields = Readonly<Record<string, unknown>>;

/** A row's properties that a field reads before its first await. */
function readBy(fields: Fields, field: string): readonly string[] {
  const resolve = fields[field];
  if (typeof resolve !== 'function') return [field];
  const read = new Set<string>();
  // Awaiting a field that returns its row accesses `then`.
  const row = new Proxy({}, { get: (_row, name) => void (name === 'then' || read.add(String(name))) });
  const context = { viewer: { kind: 'platform' }, clock: { now: () => new Date(0) } };
  try {
    Promise.resolve(resolve(row, {}, context, {})).catch(() => {});
  } catch {
    // A row without values fails at some point; the earlier reads count.
  }
  return [...read];
}

/** Properties that some fields read but a selection lacks. */
const missing = (fields: Fields, among: ReadonlySet<string>, selected: readonly string[]) =>
  [...among]
    .flatMap((field) => readBy(fields, field).map((property) => ({ field, property })))
    .filter(({ property }) => !selected.includes(property));

/** Folio fields shown in lists. */
const FOLIO_SUMS = new Set(['version', 'total', 'paid', 'refunded', 'balance']);

describe('a field that a shorter selection serves reads only its columns', () => {
  test.each([
    ['tasks in brief', ofTasks.Task, taskFields.BRIEF_FIELDS, taskColumns.BRIEF],
    ['bookings in brief', ofCheckout.Booking, bookingFields.BRIEF_FIELDS, bookingColumns.BRIEF],
    ['bookings in lists', ofCheckout.Booking, bookingFields.LISTED_FIELDS, bookingColumns.LISTED],
    ['folios in lists', ofCheckout.Folio, FOLIO_SUMS, bookingColumns.LISTED],
  ] as const)('%s', (_selection, fields, among, selected) => {
    expect(missing(fields, among, selected)).toEqual([]);
  });

  test('the check finds a field that reads a different column than its shorter selection', () => {
    const selected = taskColumns.BRIEF.filter((name) => name !== 'bookingId');
    expect(missing(ofTasks.Task, taskFields.BRIEF_FIELDS, selected)).toContainEqual({
      field: 'booking',
      property: 'bookingId',
    });
  });
});
