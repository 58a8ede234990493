import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import {
  addPhotos,
  addProperty,
  generateAcpApiKey,
  generateAcpSigningSecret,
  openStorefront,
  type PreparedPhoto,
  storePhotoFiles,
} from '#subgraphs/catalog/index.ts';
import { setPaymentMethods } from '#subgraphs/payments/index.ts';
import { PROPERTY_CONTENT, UNIT_TYPE_CONTENT } from './content.ts';
import { descriptionsOf } from './descriptions.ts';
import { seedLook } from './looks.ts';
import { type DemoPhoto, readDemoPhoto, UNIT_TYPE_PHOTOS } from './photos.ts';
import type { DemoSecrets } from './secrets.ts';
import { CANCELLATION, type DemoStorefront, type DemoUnitType } from './world.ts';

export interface SeedStorefronts {
  readonly storefronts: readonly DemoStorefront[];
  readonly teamIds: ReadonlyMap<string, number>;
  readonly photos: ReadonlyMap<DemoPhoto, PreparedPhoto>;
}

/** Stores each team's photos once, in every size; returns the photos by name. */
export async function storeDemoPhotos(
  ctx: SubgraphContext,
  { storefronts, teamIds }: Omit<SeedStorefronts, 'photos'>,
): Promise<SeedStorefronts['photos']> {
  const all = new Map<DemoPhoto, PreparedPhoto>();
  for (const { team, properties } of storefronts) {
    const unitTypes = properties.flatMap((property) => property.unitTypes);
    const photos: PreparedPhoto[] = [];
    for (const name of new Set(unitTypes.flatMap((unitType) => UNIT_TYPE_PHOTOS[unitType.name] ?? []))) {
      const photo = all.get(name) ?? (await readDemoPhoto(name));
      all.set(name, photo);
      photos.push(photo);
    }
    await storePhotoFiles(ctx, { teamId: teamIds.get(team) ?? 0, photos });
  }
  return all;
}

/** Opens the storefronts with everything they sell, in list order; returns the credentials for ACP callers. */
export async function seedStorefronts(
  ctx: SubgraphContext,
  { storefronts, teamIds, photos }: SeedStorefronts,
): Promise<DemoSecrets['storefronts']> {
  const secrets: Record<string, { acpApiKey: string | null; acpSigningSecret: string | null }> = {};
  for (const storefront of storefronts) {
    const { key, team, acp, properties, ...settings } = storefront;
    const id = await openStorefront(ctx, {
      ...settings,
      cancellation: CANCELLATION,
      teamId: teamIds.get(team) ?? 0,
      acpEnabled: acp !== 'none',
    });
    const teamId = teamIds.get(team) ?? 0;
    for (const property of properties)
      await seedProperty(ctx, { storefrontId: id, teamId, property, photos });
    const host: SubgraphContext = {
      ...ctx,
      viewer: {
        kind: 'hostUser',
        accountId: 0,
        sessionId: 0,
        teamId,
        role: 'owner',
        operator: false,
      },
    };
    if (PAID.includes(key)) await offerTests(host, id, storefront);
    await seedLook(host, { storefrontId: String(id), key, photos });
    secrets[key] = {
      acpApiKey: acp === 'none' ? null : ((await generateAcpApiKey(host, String(id))).apiKey ?? null),
      acpSigningSecret:
        acp === 'signed' ? ((await generateAcpSigningSecret(host, String(id), false)).secret ?? null) : null,
    };
  }
  return secrets;
}

/** Storefronts where a checkout or an accepted request requires payment. */
const PAID: readonly DemoStorefront['key'][] = ['instant', 'signed', 'sandbox', 'request'];

/** Guests in a demo world can pay without a payment app, since no real money is involved. */
async function offerTests(host: SubgraphContext, id: number, { name, sandbox = false }: DemoStorefront) {
  const method = { kind: 'test', enabled: true, effect: 'confirm' } as const;
  const methods = [{ ...method, holdHours: null, instructions: null, bankAccount: null }];
  await setPaymentMethods(host, { storefrontId: String(id), storefrontName: name, sandbox, methods });
}

interface SeedProperty {
  readonly storefrontId: number;
  readonly teamId: number;
  readonly property: DemoStorefront['properties'][number];
  readonly photos: SeedStorefronts['photos'];
}

async function seedProperty(
  ctx: SubgraphContext,
  { storefrontId, teamId, property: { unitTypes, ...property }, photos }: SeedProperty,
): Promise<void> {
  const { unitTypeIds } = await addProperty(ctx, {
    ...property,
    content: PROPERTY_CONTENT[property.name] ?? {},
    storefrontId,
    unitTypes: unitTypes.map(({ weekendExtra: _extra, restriction: _rule, rate, ...unitType }) => ({
      ...unitType,
      content: { ...UNIT_TYPE_CONTENT[unitType.name], descriptions: descriptionsOf(unitType) },
      baseRate: rate,
    })),
  });
  for (const [index, { name }] of unitTypes.entries()) {
    const shown = (UNIT_TYPE_PHOTOS[name] ?? []).flatMap((photo) => photos.get(photo) ?? []);
    if (shown.length > 0)
      await addPhotos(ctx, { teamId, unitTypeId: unitTypeIds[index] ?? 0, photos: shown });
  }
  await inTransaction(ctx, async (em) => {
    for (const [index, unitType] of unitTypes.entries())
      await seedNights(em, unitTypeIds[index] ?? 0, unitType);
  });
}

/** Adds a unit type's calendar entries beyond its base rate. Friday is ISO day 5, Saturday 6. */
async function seedNights(em: Transaction, unitTypeId: number, unitType: DemoUnitType): Promise<void> {
  const { rate, weekendExtra, restriction } = unitType;
  const change = (assignments: string, nights: string, values: readonly number[]) =>
    em.execute(`UPDATE catalog.night SET ${assignments} WHERE ${nights} AND unit_type_id = ?`, [
      ...values,
      unitTypeId,
    ]);
  if (weekendExtra) await change('rate = ?', 'extract(isodow FROM night) IN (5, 6)', [rate + weekendExtra]);
  if (restriction) await change(RESTRICTIONS[restriction].set, RESTRICTIONS[restriction].nights, []);
}

/** Each restriction's settings and nights. */
const RESTRICTIONS = {
  min_stay_3: { set: 'min_stay = 3', nights: 'true' },
  no_saturday_arrival: { set: 'closed_to_arrival = true', nights: 'extract(isodow FROM night) = 6' },
  stop_sold_week: {
    set: 'stop_sell = true',
    nights: 'night >= current_date + 60 AND night < current_date + 67',
  },
} as const;
