import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import { type BookingRequest, BookingRequestEntity } from '../../store/entities.ts';

/** Finds a request by id and locks it until the transaction ends, so only one concurrent move succeeds. */
export const lockRequest = (em: Transaction, id: string): Promise<BookingRequest | null> =>
  em.findOne(BookingRequestEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });

export const findRequest = (ctx: SubgraphContext, id: string): Promise<BookingRequest | null> =>
  reader(ctx).findOne(BookingRequestEntity, { id });
