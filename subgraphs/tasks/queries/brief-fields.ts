import type { TaskResolvers } from '../generated.ts';

/** Fields selected by most task lists. A query for only these reads `BRIEF_COLUMNS`. */
export const BRIEF_FIELDS: ReadonlySet<string> = new Set<keyof TaskResolvers>([
  ...(['id', 'taskType', 'canonicalStatus', 'propertyId', 'property', 'bookingId', 'booking'] as const),
  ...(['unitTypeId', 'unitType', 'unitId', 'unit', 'dueAt', 'version', 'createdAt', 'updatedAt'] as const),
]);
