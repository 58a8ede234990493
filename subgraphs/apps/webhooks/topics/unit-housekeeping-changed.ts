import { z } from 'zod';
import { CannotCause } from '../triggers/cannot-cause.ts';
import { triggerHousekeepingDocument, unitsToTriggerDocument } from '../triggers/generated.ts';
import { hostOf, throwFirst } from '../triggers/trigger-world.ts';
import { date, id, version } from './resources/fields.ts';
import { defineTopic } from './topic.ts';

const Unit = z.object({
  type: z.literal('unit'),
  id,
  version: version.describe("Increases with every change to the unit's housekeeping."),
  property_id: id,
  unit_type_id: id,
  status: z.enum(['clean', 'dirty', 'inspected', 'out_of_order']),
  from: date.nullable().describe('First night out of order; null for other statuses.'),
  until: date.nullable().describe('Last night out of order; null for other statuses.'),
});

export const unitHousekeepingChanged = defineTopic('unit.housekeeping_changed', {
  when: "A unit's housekeeping status changed, for example because its guests checked out.",
  resource: Unit,
  describe: ({ unitId, version: of, propertyId, unitTypeId, status, from, until }) => ({
    type: 'unit' as const,
    id: unitId,
    version: of,
    property_id: propertyId,
    unit_type_id: unitTypeId,
    status,
    from,
    until,
  }),
  trigger: {
    async cause(ctx, caller) {
      const { properties } = await ctx.execute(unitsToTriggerDocument, {}, hostOf(ctx, caller));
      const units = properties?.nodes[0]?.unitTypes.flatMap(({ namedUnits }) => namedUnits) ?? [];
      // Another status would open the nights of a unit that's out of order.
      const unit = units.find(({ housekeeping }) => housekeeping.status !== 'out_of_order');
      if (!unit) throw new CannotCause("The team's first property has no unit that's in order.");
      const status = unit.housekeeping.status === 'dirty' ? 'clean' : 'dirty';
      const input = { unitId: unit.id, status } as const;
      const set = await ctx.execute(triggerHousekeepingDocument, { input }, hostOf(ctx, caller));
      throwFirst(set.unitHousekeepingSet?.userErrors ?? []);
      return `Unit ${unit.name} is ${status} now.`;
    },
  },
});
