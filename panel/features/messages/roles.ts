/** Roles that read and write messages, in addition to owners. */
export const MESSAGE_ROLES = ['manager', 'front_desk'] as const;
