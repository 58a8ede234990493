import { z } from 'zod';
import type { NightsEvent } from '#schema/events.ts';
import { date, id, version } from './fields.ts';

const nights = {
  id: id.describe('The unit type.'),
  version,
  unit_type_id: id,
  property_id: id,
  from: date.describe('First changed night.'),
  until: date.describe('Last changed night.'),
};

export const Rates = z.object({ type: z.literal('rates'), ...nights });
export const Availability = z.object({ type: z.literal('availability'), ...nights });

export const describeNights = (event: NightsEvent): Omit<z.output<typeof Rates>, 'type'> => ({
  id: event.unitTypeId,
  version: event.version,
  unit_type_id: event.unitTypeId,
  property_id: event.propertyId,
  from: event.from,
  until: event.until,
});
