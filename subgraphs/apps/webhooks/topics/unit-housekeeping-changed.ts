import { z } from 'zod';
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
  trigger: { how: 'Check guests in and out of a unit in the panel, or call `unitHousekeepingSet`.' },
});
