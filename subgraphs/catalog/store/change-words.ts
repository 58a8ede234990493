/** What changed in a few words, for the audit trail: short values with their fields, long ones by their fields alone. */
export const changeWords = (set: object): string =>
  Object.entries(set)
    .map(([field, value]) => (value !== null && typeof value === 'object' ? field : `${field}: ${value}`))
    .join(', ');
