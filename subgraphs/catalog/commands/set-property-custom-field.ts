import { LockMode } from '@mikro-orm/core';
import type { IslandContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { type CustomField, customFieldProblem, withCustomField } from '#kit/custom-fields.ts';
import { parseId } from '#kit/ids.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { PropertyEntity } from '../entities.ts';
import type { UserError } from '../generated.ts';
import { describeProperty, type PropertyRecord } from '../queries/properties.ts';
import { tellProperty } from './tell-property.ts';

/** What writing did: `property` is null exactly when something was refused. */
export interface WrittenProperty {
  readonly property: PropertyRecord | null;
  readonly userErrors: readonly UserError[];
}

const refused = (error: UserError): WrittenProperty => ({ property: null, userErrors: [error] });

/** Writes one custom field of a property of the team in the app's own namespace. Safe to repeat. */
export function setPropertyCustomField(
  ctx: IslandContext,
  { propertyId, namespace, key, type, value }: CustomField & { readonly propertyId: string },
): Promise<WrittenProperty> {
  const { appSlug, teamId } = ctx.viewer as ViewerOf<'app'>; // the SDL lets apps alone call this
  const field: CustomField = { namespace, key, type, value };
  return inTransaction(ctx, async (em): Promise<WrittenProperty> => {
    const property = await em.findOne(
      PropertyEntity,
      { id: parseId(propertyId) ?? 0, storefront: { teamId } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!property) {
      return refused({ code: 'NOT_FOUND', field: ['propertyId'], message: 'There is no such property.' });
    }
    const problem = customFieldProblem(property.customFields, field, appSlug);
    if (problem) return refused(problem);
    const { version } = property;
    property.customFields = withCustomField(property.customFields, field);
    await em.flush();
    await em.refresh(property); // the database notes whether and when it changed
    if (property.version !== version) await tellProperty(ctx, em, teamId, property);
    return { property: describeProperty(property), userErrors: [] };
  });
}
