/**
 * A short summary of changes for the audit trail: fields with short values include the value, fields with
 * long values only the name.
 */
export const changeWords = (set: object): string =>
  Object.entries(set)
    .map(([field, value]) => (value !== null && typeof value === 'object' ? field : `${field}: ${value}`))
    .join(', ');
