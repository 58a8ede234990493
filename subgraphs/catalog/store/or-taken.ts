import { UniqueConstraintViolationException } from '@mikro-orm/core';

/** Runs a command; returns `refuse()` if someone else has just taken a unique name. */
export async function orTaken<T>(command: () => Promise<T>, refuse: () => T): Promise<T> {
  try {
    return await command();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return refuse();
    throw error;
  }
}
