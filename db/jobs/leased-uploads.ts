import { type EntityName, type FilterQuery, LockMode } from '@mikro-orm/core';
import type { UPLOAD_STATUSES } from '#kit/images/upload-rules.ts';
import type { SubgraphContext } from '../context.ts';
import { inTransaction, type Transaction } from '../transaction.ts';
import { type LeaseMove, storedMoves } from './lease-states.ts';

type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** Row of an uploaded picture. Its status, attempts and `updatedAt` hold the lease while a process renders it. */
interface UploadRow {
  readonly id: number;
  status: UploadStatus;
  attempts: number;
  readonly removedAt?: Date | null | undefined;
  updatedAt: Date;
}

/** Status changes of an uploaded picture during processing. */
export const UPLOAD_MOVES = storedMoves<UploadStatus>({
  waiting: 'uploaded',
  leased: 'processing',
  done: 'ready',
  given_up: 'rejected',
});

/**
 * If a process dies, its picture stays claimed for at most this long, which is longer than it takes to render
 * (`RENDER_TIMEOUT_MS`) and store a picture.
 */
const LEASE_MS = 45_000;

/**
 * Returns the cutoff time: pictures that are still processing and haven't changed since then were abandoned
 * by a dead process.
 */
export const leftBefore = ({ clock }: Pick<SubgraphContext, 'clock'>): Date =>
  new Date(clock.now().getTime() - LEASE_MS);

/** Performs the moves `claim` and `lapse`; null if the picture is done or another process has it. */
export function claimUpload<Row extends UploadRow>(
  ctx: Pick<SubgraphContext, 'db' | 'clock'>,
  entity: EntityName<Row>,
  id: number,
): Promise<Row | null> {
  const { claim, lapse } = UPLOAD_MOVES;
  return inTransaction(ctx, async (em) => {
    const upload = await locked(em, entity, {
      id,
      status: { $in: [claim.from, lapse.from] },
      removedAt: null,
    });
    if (!upload || (upload.status === lapse.from && upload.updatedAt >= leftBefore(ctx))) return null;
    upload.status = claim.to;
    upload.attempts += claim.attempts;
    upload.updatedAt = ctx.clock.now();
    return upload;
  });
}

/**
 * Performs a move that ends an attempt, and stores its result. `afterwards` runs in the same transaction.
 * Returns false if another process has the lease and still needs the upload.
 */
export function moveUpload<Row extends UploadRow>(
  ctx: Pick<SubgraphContext, 'db' | 'clock'>,
  entity: EntityName<Row>,
  { id, attempts }: Pick<Row, 'id' | 'attempts'>,
  { move, result }: { readonly move: LeaseMove; readonly result: Partial<Row> },
  afterwards: (em: Transaction, upload: Row) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const { from, to, attempts: added } = UPLOAD_MOVES[move];
  return inTransaction(ctx, async (em) => {
    const upload = await locked(em, entity, { id, status: from, attempts });
    if (!upload) return false;
    Object.assign(upload, result);
    upload.status = to;
    upload.attempts += added;
    upload.updatedAt = ctx.clock.now();
    await em.flush();
    await afterwards(em, upload);
    return true;
  });
}

/** Locks the row that has these values. */
const locked = <Row extends UploadRow>(
  em: Transaction,
  entity: EntityName<Row>,
  where: object,
): Promise<Row | null> =>
  // Every upload has these columns, but MikroORM can't infer that from a type parameter.
  em.findOne<Row>(entity, where as FilterQuery<Row>, { lockMode: LockMode.PESSIMISTIC_WRITE });
