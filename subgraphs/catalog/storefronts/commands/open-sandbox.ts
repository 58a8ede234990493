import { randomBytes } from 'node:crypto';
import { LockMode, wrap } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { SandboxOpenInput, UserError } from '../../generated.ts';
import { createProperty } from '../../properties/commands/create-property.ts';
import { createUnitType } from '../../properties/commands/create-unit-type.ts';
import {
  CancellationPolicyEntity,
  PropertyEntity,
  type PropertyRow,
  StorefrontEntity,
  type StorefrontRecord,
  UnitTypeEntity,
} from '../../store/entities.ts';
import { orTaken } from '../../store/or-taken.ts';
import { domainOf } from '../domain/storefront-address.ts';
import { isTeamClosing } from '../operations/ask-apps.ts';
import { canBePaid, setPaymentMethods } from '../operations/ask-payments.ts';
import { publishStorefront } from '../steps/publish-storefront.ts';
import { newSigningKey } from '../store/new-signing-key.ts';
import { findTeamClosing } from '../store/team-closing.ts';
import type { StorefrontPayload } from './set-storefront.ts';

/** Unit types copied from a property; a test needs no more. */
const MOST_COPIED = 50;
/** Attempts to find a free address; after the first, an address ends in random digits. */
const MOST_ADDRESSES = 3;

/**
 * Copies a property to the team's sandbox, and opens the sandbox first if there is none. A test booking there uses the copy's
 * nights, so it never takes a real one (docs/interface/storefronts.md#sandboxes). Repeating it adds only what is missing, also
 * after a failure halfway.
 */
export async function openSandbox(
  ctx: SubgraphContext,
  { propertyId }: SandboxOpenInput,
): Promise<StorefrontPayload> {
  const property = await reader(ctx).findOne(
    PropertyEntity,
    { $and: [{ id: parseId(propertyId) ?? 0, archivedAt: null }, ownProperty(ctx.viewer)] },
    { populate: ['storefront'] },
  );
  if (!property || property.storefront.sandbox || property.storefront.closedAt)
    return refused(userError('NOT_FOUND', 'propertyId', 'There is no such property on sale.'));
  const { storefrontSuffix } = ctx.config;
  if (storefrontSuffix === null)
    return refused(
      userError(
        'INVALID',
        null,
        'This platform has no domain for storefronts: STOREFRONT_SUFFIX is not set.',
      ),
    );
  const sandbox = await findOrOpen(ctx, property, storefrontSuffix);
  if (sandbox === null)
    return refused(userError('TAKEN', null, 'No free address was found for the sandbox. Try again.'));
  const problem = (await offerTestPayments(ctx, sandbox)) ?? (await copyProperty(ctx, property, sandbox.id));
  if (problem) return refused(problem);
  ctx.services.catalog.changes.announce(sandbox.id);
  return { storefront: sandbox, userErrors: [] };
}

const refused = (error: UserError): StorefrontPayload => ({ storefront: null, userErrors: [error] });

/** Returns the team's oldest open sandbox, or a new one; null if every tried address is taken. */
async function findOrOpen(
  ctx: SubgraphContext,
  { storefront: real }: PropertyRow,
  suffix: string,
): Promise<StorefrontRecord | null> {
  const isClosing = await isTeamClosing(ctx, teamOf(ctx.viewer));
  const label = (real.slug ?? 'site').slice(0, 40).replace(/-+$/, '');
  for (let attempt = 0; attempt < MOST_ADDRESSES; attempt += 1) {
    const slug = attempt === 0 ? `${label}-test` : `${label}-test-${randomBytes(2).toString('hex')}`;
    const address = { slug, domain: domainOf(slug, suffix) };
    const opened = await orTaken(
      () => inTransaction(ctx, (em) => findOrInsert(ctx, em, { realId: real.id, isClosing, ...address })),
      () => null,
    );
    if (opened) return opened;
  }
  return null;
}

interface NewSandbox {
  readonly realId: number;
  readonly isClosing: boolean;
  readonly slug: string;
  readonly domain: string;
}

/** Locks the real storefront, so that two concurrent calls don't open two sandboxes. */
async function findOrInsert(
  ctx: SubgraphContext,
  em: Transaction,
  { realId, isClosing, ...address }: NewSandbox,
): Promise<StorefrontRecord> {
  const real = await em.findOneOrFail(
    StorefrontEntity,
    { id: realId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const { teamId } = real;
  const there = await em.findOne(
    StorefrontEntity,
    { teamId, sandbox: true, closedAt: null },
    { orderBy: { id: 'asc' } },
  );
  if (there) return wrap(there).toPOJO();
  const row = em.create(StorefrontEntity, {
    ...address,
    teamId,
    name: testName(real.name),
    sandbox: true,
    openedAt: ctx.clock.now(),
    agentBookings: true,
    instantBooking: true,
    locale: real.locale,
    policies: real.policies,
    teamClosing: (await findTeamClosing(em, teamId)) ?? isClosing,
    ...newSigningKey(ctx),
  });
  await em.flush();
  const terms =
    real.cancellationPolicy && (await em.findOne(CancellationPolicyEntity, real.cancellationPolicy.id));
  if (terms) {
    const policy = em.create(CancellationPolicyEntity, {
      name: terms.name,
      terms: terms.terms,
      storefrontId: row.id,
    });
    await em.flush();
    em.assign(row, { cancellationPolicy: policy });
    await em.flush();
  }
  await recordTeamEvent(ctx, em, [teamId], { kind: 'storefront.created', subject: row.name });
  await publishStorefront(ctx, em, row.id);
  return wrap(row).toPOJO();
}

/** Offers the payment method that moves no money, unless the host has chosen other ways to pay. */
async function offerTestPayments(ctx: SubgraphContext, sandbox: StorefrontRecord): Promise<UserError | null> {
  if (await canBePaid(ctx, sandbox)) return null;
  const methods = [{ kind: 'test', enabled: true, effect: 'confirm' }] as const;
  return (await setPaymentMethods(ctx, sandbox, methods))[0] ?? null;
}

/** Copies what a test booking needs. The external ids make a repeated copy find the existing one. */
async function copyProperty(
  ctx: SubgraphContext,
  property: PropertyRow,
  storefrontId: number,
): Promise<UserError | null> {
  const { id, name, currency, timeZone, address, kind, checkInFrom, checkInUntil, checkOutUntil } = property;
  const copied = await createProperty(ctx, {
    storefrontId: String(storefrontId),
    externalId: `copy-of-${id}`,
    name: testName(name),
    currency,
    timeZone,
    address: address ?? null,
    kind: kind ?? null,
    checkInFrom: checkInFrom ?? null,
    checkInUntil: checkInUntil ?? null,
    checkOutUntil: checkOutUntil ?? null,
  });
  if (!copied.property) return copied.userErrors[0] ?? null;
  const unitTypes = await reader(ctx).find(
    UnitTypeEntity,
    { property: id, active: true, archivedAt: null },
    { orderBy: { position: 'asc', id: 'asc' }, limit: MOST_COPIED },
  );
  for (const unitType of unitTypes) {
    const { unitType: made, userErrors } = await createUnitType(ctx, {
      propertyId: String(copied.property.id),
      externalId: `copy-of-${unitType.id}`,
      name: unitType.name,
      kind: unitType.kind ?? null,
      units: unitType.units,
      baseRate: unitType.baseRate,
      maxGuests: unitType.maxGuests,
      maxAdults: unitType.maxAdults ?? null,
      maxChildren: unitType.maxChildren ?? null,
      baseGuests: unitType.baseGuests,
      adultSupplement: unitType.adultSupplement,
      childSupplement: unitType.childSupplement,
    });
    if (!made) return userErrors[0] ?? null;
  }
  return null;
}

const LONGEST_NAME = 120;
const SUFFIX = ' (test)';

/** Marks a copy's name, so that no list mixes it up with the real one. */
const testName = (name: string): string => `${name.slice(0, LONGEST_NAME - SUFFIX.length)}${SUFFIX}`;
