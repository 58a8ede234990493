import { z } from 'zod';
import { id, version } from './resources/fields.ts';
import { defineTopic } from './topic.ts';

const UnitType = z.object({
  type: z.literal('unit_type'),
  id,
  version,
  property_id: id,
  active: z.boolean().describe('True if the unit type is on sale.'),
});

export const unitTypeUpdated = defineTopic('unit_type.updated', {
  when: "A unit type's name, units, base rate, guests or sale status was edited.",
  resource: UnitType,
  describe: ({ unitTypeId, propertyId, version, active }) => ({
    type: 'unit_type' as const,
    id: unitTypeId,
    version,
    property_id: propertyId,
    active,
  }),
  trigger: { how: 'Edit a unit type on its property’s page in the panel, or call unitTypeUpdate.' },
});
