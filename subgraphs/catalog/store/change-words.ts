/** A short summary of changes, for the audit trail: short values with their fields, long ones as fields only. */
export const changeWords = (set: object): string =>
  Object.entries(set)
    .map(([field, value]) => (value !== null && typeof value === 'object' ? field : `${field}: ${value}`))
    .join(', ');
