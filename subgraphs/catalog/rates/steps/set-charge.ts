import { type EntitySchema, type FilterQuery, LockMode, type RequiredEntityData } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import { publishProperty } from '../../steps/publish-property.ts';
import { changeWords } from '../../store/change-words.ts';
import type { FeeRow, TaxRow } from '../../store/entities.ts';
import { PropertyEntity, type PropertyRow } from '../../store/entities.ts';
import { orTaken } from '../../store/or-taken.ts';
import { MOST_CHARGES } from '../domain/charge-input.ts';

/** Fees or taxes: a property's charges in addition to the rate. */
export interface ChargeKind<Row extends FeeRow | TaxRow> {
  readonly entity: EntitySchema<Row>;
  readonly noun: 'fee' | 'tax';
}

/** Result: `charge` is null only if the change was refused. */
export interface ChangedCharge<Row> {
  readonly charge: Row | null;
  readonly userErrors: readonly UserError[];
}

interface NamedCharge {
  readonly propertyId: string;
  readonly id: string | null;
  readonly externalId: string | null;
}

/**
 * Adds a charge to a property of the viewer's team, or replaces the named charge, in its own transaction.
 * Every unit type of the property is locked in order and gets a new revision, so a simultaneous hold either
 * finishes first or is priced again.
 */
export async function setCharge<Row extends FeeRow | TaxRow>(
  ctx: SubgraphContext,
  { entity, noun }: ChargeKind<Row>,
  { propertyId, id, externalId }: NamedCharge,
  columns: Readonly<Record<string, unknown>>,
): Promise<ChangedCharge<Row>> {
  const set = () =>
    changing<Row>(ctx, propertyId, 'propertyId', async (em, property) => {
      const own = (named: object) =>
        em.findOne(entity, { property: property.id, ...named } as FilterQuery<Row>);
      const known =
        id !== null ? await own({ id: parseId(id) ?? 0 }) : externalId && (await own({ externalId }));
      if (!known && id !== null)
        return refused(userError('NOT_FOUND', 'id', `The property has no such ${noun}.`));
      if (!known && (await em.count(entity, { property: property.id } as FilterQuery<Row>)) >= MOST_CHARGES)
        return refused(
          userError('LIMIT_REACHED', 'propertyId', `A property can have at most ${MOST_CHARGES}.`),
        );
      const before = (known || {}) as Readonly<Record<string, unknown>>; // its columns by name
      const set = Object.entries(columns).filter(([name, value]) => value !== (before[name] ?? null));
      const charge =
        known || em.create(entity, { property, ...columns } as unknown as RequiredEntityData<Row>);
      em.assign(charge, columns as never); // exactly the columns of the row
      return { charge, change: set.length > 0 ? `${noun} ${changeWords(Object.fromEntries(set))}` : null };
    });
  return orTaken(set, () =>
    refused(userError('TAKEN', 'externalId', `Another ${noun} on the property has this external id.`)),
  );
}

/** Removes a charge of the viewer's team, in its own transaction. */
export async function removeCharge<Row extends FeeRow | TaxRow>(
  ctx: SubgraphContext,
  { entity, noun }: ChargeKind<Row>,
  id: string,
): Promise<ChangedCharge<Row>> {
  const none = { ...userError('NOT_FOUND', null, `There is no such ${noun}.`), field: ['id'] };
  const where = { id: parseId(id) ?? 0, property: ownProperty(ctx.viewer) } as unknown as FilterQuery<Row>;
  const found = await inTransaction(ctx, (em) => em.findOne(entity, where));
  if (!found) return refused(none);
  return changing<Row>(ctx, `${found.property.id}`, 'id', async (em) => {
    const charge = await em.findOne(entity, where);
    if (!charge) return refused(none);
    em.remove(charge);
    return { charge, change: `${noun} removed: ${charge.name}` };
  });
}

/** The transaction's result; `change` describes the change, and is null if there was none. */
type Done<Row> =
  | { readonly charge: Row; readonly change: string | null }
  | { readonly charge: null; readonly userErrors: readonly UserError[] };

const refused = (error: UserError) => ({ charge: null, userErrors: [error] });

/** Changes a property's charges, and publishes the property if there was a change. */
async function changing<Row>(
  ctx: SubgraphContext,
  id: string,
  field: string,
  work: (em: Transaction, property: PropertyRow) => Promise<Done<Row>>,
): Promise<ChangedCharge<Row>> {
  const teamId = teamOf(ctx.viewer);
  const { storefront, ...payload } = await inTransaction(ctx, async (em) => {
    const property = await em.findOne(
      PropertyEntity,
      { $and: [{ id: parseId(id) ?? 0 }, ownProperty(ctx.viewer)] },
      { lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['p0'] },
    );
    const isOpen = property && !property.archivedAt;
    if (!isOpen) {
      const [code, text] = property
        ? (['ARCHIVED', 'An archived property cannot be changed.'] as const)
        : (['NOT_FOUND', 'There is no such property.'] as const);
      return { ...refused(userError(code, field, text)), storefront: null };
    }
    const done = await work(em, property);
    if (!('change' in done)) return { ...done, storefront: null };
    const changed = { charge: done.charge, userErrors: [] };
    if (done.change === null) return { ...changed, storefront: null };
    // Locked in order, like every edit: the database gives each a new revision.
    await sql`SELECT FROM catalog.unit_type WHERE property_id = ${property.id} ORDER BY id FOR UPDATE`.execute(
      statements(em),
    );
    em.assign(property, { updatedAt: ctx.clock.now() });
    await em.flush();
    await em.refresh(property); // the database increments its version
    await publishProperty(ctx, em, teamId, property);
    const { name: subject } = property;
    await recordUnlessRepeated(ctx, em, teamId, { kind: 'property.updated', subject, change: done.change });
    return { ...changed, storefront: property.storefront.id };
  });
  if (storefront !== null) ctx.services.catalog.changes.announce(storefront, parseId(id));
  return payload;
}
