import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import {
  type CustomFieldInput,
  type CustomFieldProblem,
  customFieldProblem,
  customFieldToWrite,
  namespaceProblem,
  type StoredCustomField,
  withCustomField,
  withoutCustomField,
} from '#kit/custom-fields.ts';
import { parseId } from '#kit/ids.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import type { UserError } from '../../generated.ts';
import { publishProperty } from '../../steps/publish-property.ts';
import { PropertyEntity } from '../../store/entities.ts';
import { describeProperty, type PropertyRecord } from '../../store/records.ts';

/** Result: `property` is null only if the write was refused. */
export interface WrittenProperty {
  readonly property: PropertyRecord | null;
  readonly userErrors: readonly UserError[];
}

const refused = (error: UserError): WrittenProperty => ({ property: null, userErrors: [error] });

/** Writes a custom field on a team's property, in the app's own namespace. Safe to repeat. */
export function setPropertyCustomField(
  ctx: SubgraphContext,
  { propertyId, ...field }: CustomFieldInput & { readonly propertyId: string },
): Promise<WrittenProperty> {
  const { appSlug } = ctx.viewer as ViewerOf<'app'>; // the SDL lets only apps call this
  return changeCustomFields(ctx, propertyId, {
    refuse: (fields) => customFieldProblem(fields, field, appSlug),
    change: (fields) => withCustomField(fields, customFieldToWrite(fields, field)),
  });
}

/** Deletes a custom field that the app wrote on a property; no change if there is none. */
export function deletePropertyCustomField(
  ctx: SubgraphContext,
  { propertyId, ...field }: { readonly propertyId: string; readonly namespace: string; readonly key: string },
): Promise<WrittenProperty> {
  const { appSlug } = ctx.viewer as ViewerOf<'app'>; // the SDL lets only apps call this
  return changeCustomFields(ctx, propertyId, {
    refuse: () => namespaceProblem(field.namespace, appSlug),
    change: (fields) => withoutCustomField(fields, field),
  });
}

interface Change {
  readonly refuse: (fields: readonly StoredCustomField[]) => CustomFieldProblem | null;
  readonly change: (fields: readonly StoredCustomField[]) => readonly StoredCustomField[];
}

function changeCustomFields(
  ctx: SubgraphContext,
  propertyId: string,
  { refuse, change }: Change,
): Promise<WrittenProperty> {
  const { teamId } = ctx.viewer as ViewerOf<'app'>; // the SDL lets only apps call this
  return inTransaction(ctx, async (em): Promise<WrittenProperty> => {
    const property = await em.findOne(
      PropertyEntity,
      { id: parseId(propertyId) ?? 0, storefront: { teamId } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!property) {
      return refused({ code: 'NOT_FOUND', field: ['propertyId'], message: 'There is no such property.' });
    }
    const problem = refuse(property.customFields);
    if (problem) return refused(problem);
    const { version } = property;
    property.customFields = change(property.customFields);
    await em.flush();
    await em.refresh(property); // the database detects a change and records its time
    if (property.version !== version) await publishProperty(ctx, em, teamId, property);
    return { property: describeProperty(property), userErrors: [] };
  });
}
