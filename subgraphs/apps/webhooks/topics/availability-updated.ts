import { triggerInventoryDocument } from '../triggers/generated.ts';
import { hostOf, nightOf, throwFirst } from '../triggers/trigger-world.ts';
import { Availability, describeNights } from './resources/nights.ts';
import { defineTopic } from './topic.ts';

export const availabilityUpdated = defineTopic('availability.updated', {
  when: 'The number of free units changed for a range of nights.',
  resource: Availability,
  describe: (event) => ({ type: 'availability' as const, ...describeNights(event) }),
  trigger: {
    async cause(ctx, caller) {
      const { unitTypeId, night, closed, where } = await nightOf(ctx, caller);
      const input = { unitTypeId, from: night, until: night, closed };
      const set = await ctx.execute(triggerInventoryDocument, { input }, hostOf(ctx, caller));
      throwFirst(set.inventorySet.userErrors);
      return `The closed units of ${where} were set for ${night} to their current value: ${closed}.`;
    },
  },
});
