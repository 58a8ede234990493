/** Ready templates, in the order in which guests get them. */
export const READY_KEYS = [
  'booked',
  'before_arrival',
  'door_code',
  'during_stay',
  'check_out',
  'thank_you',
] as const;
export type ReadyKey = (typeof READY_KEYS)[number];

/** The ready templates' texts in one language, with variables. */
export type ReadyTexts = Readonly<Record<ReadyKey, { readonly subject: string; readonly body: string }>>;
