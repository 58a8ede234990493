/** Who reads and writes messages, besides owners. */
export const MESSAGE_ROLES = ['manager', 'front_desk'] as const;
