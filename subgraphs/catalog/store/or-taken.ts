import { UniqueConstraintViolationException } from '@mikro-orm/core';

/** Runs a command; where someone else has just taken a name that only one may have, what `refuse` answers instead. */
export async function orTaken<T>(command: () => Promise<T>, refuse: () => T): Promise<T> {
  try {
    return await command();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return refuse();
    throw error;
  }
}
