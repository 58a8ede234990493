import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { LEASE_MOVES, type Recording, type Sent } from '#db/jobs/lease-states.ts';
import type { LeasedWork, LeftOut, WaitingItem } from '#db/jobs/leased-work.ts';
import { reader, statements } from '#db/transaction.ts';
import { isUnavailable } from '#kit/unavailable.ts';
import { createMediaUpload } from '../../media/commands/create-media-upload.ts';
import { finishMediaUpload } from '../../media/commands/finish-media-upload.ts';
import { createProperty } from '../../properties/commands/create-property.ts';
import { createUnitType } from '../../properties/commands/create-unit-type.ts';
import { nameUnits } from '../../properties/commands/name-units.ts';
import { updateProperty } from '../../properties/commands/update-property.ts';
import { updateUnitType } from '../../properties/commands/update-unit-type.ts';
import { archiveRatePlan } from '../../rates/commands/archive-rate-plan.ts';
import { createPolicy } from '../../rates/commands/create-policy.ts';
import { createRatePlan } from '../../rates/commands/create-rate-plan.ts';
import { setFee } from '../../rates/commands/set-fee.ts';
import { setTax } from '../../rates/commands/set-tax.ts';
import { updatePolicy } from '../../rates/commands/update-policy.ts';
import { updateRatePlan } from '../../rates/commands/update-rate-plan.ts';
import { tables } from '../../store/tables.ts';
import type { OpenTransfer } from '../open-transfer.ts';
import { Later } from '../refused.ts';
import { runApply } from '../run-apply.ts';
import { runCheck } from '../run-check.ts';
import { runExport } from '../run-export.ts';

/** If a process dies, its transfer stays claimed for at most this long. */
const TRANSFER_CLAIM_MS = 30_000;

/**
 * Maximum attempts without progress before a transfer fails for good, including attempts that crashed their
 * process.
 */
const MAX_ATTEMPTS = 3;

const COMMANDS = {
  createProperty,
  createUnitType,
  nameUnits,
  setFee,
  setTax,
  createRatePlan,
  updateRatePlan,
  archiveRatePlan,
  updateProperty,
  updateUnitType,
  createPolicy,
  updatePolicy,
  createMediaUpload,
  finishMediaUpload,
} as const;

const RUNS: Readonly<Record<string, (ctx: SubgraphContext, transfer: OpenTransfer) => Promise<void>>> = {
  uploaded: runCheck,
  applying: (ctx, transfer) => runApply(ctx, transfer, COMMANDS),
  running: runExport,
};

/** Statuses of transfers with work to do. */
const OPEN = ['uploaded', 'applying', 'running'] as const;

/** Delay before a failed transfer is retried. */
const RETRY_MS = 5_000;

/** Concurrent imports and exports per process; an import mostly waits for remote addresses. */
const SLOTS = 4;

/**
 * Advances imports and exports by one step: each runs in one process at a time, and another process continues
 * it if that process dies. Counts the attempt before it starts, so a file that crashes its process fails for
 * good after three attempts. The steps themselves charge the team's hourly time.
 */
export const TRANSFERS: LeasedWork<WaitingItem<number>, OpenTransfer, null, null> = {
  name: 'transfers',
  slots: SLOTS,
  slotsPerShare: 1,
  retry: () => ({ delaysMs: Array(MAX_ATTEMPTS - 1).fill(RETRY_MS) }),
  scan: scanTransfers,
  claim,
  send: runTransfer,
  record,
  renew: { everyMs: TRANSFER_CLAIM_MS / 3, run: renew },
};

/**
 * Starts waiting transfers, taking teams in turn, and transfers left behind by a dead process; doesn't wait
 * for them.
 */
export const runTransfers = async (ctx: SubgraphContext): Promise<void> =>
  ctx.services.catalog.transfers.wake(() => ctx);

/** Finds each team's first transfer with work to do: the oldest due transfer, or the next to become due. */
async function scanTransfers(
  ctx: SubgraphContext,
  { shares, ids }: LeftOut<number>,
): Promise<readonly WaitingItem<number>[]> {
  const now = ctx.clock.now();
  const rows = await tables(reader(ctx))
    .selectFrom('transfer')
    .select(['id', 'teamId as share', 'claimedUntil'])
    .distinctOn('teamId')
    .where('status', 'in', OPEN)
    .$if(shares.length > 0, (due) => due.where('teamId', 'not in', [...shares]))
    .$if(ids.length > 0, (due) => due.where('id', 'not in', [...ids]))
    .orderBy('teamId')
    .orderBy(({ fn, val }) => fn('greatest', ['claimedUntil', val(now)]))
    .orderBy('id')
    .limit(1_000)
    .execute();
  return rows.map(({ claimedUntil, ...row }) => ({ ...row, at: claimedUntil ?? now }));
}

async function runTransfer(ctx: SubgraphContext, claimed: OpenTransfer): Promise<Sent<null, null>> {
  try {
    await RUNS[claimed.status]?.(asHost(ctx, claimed), claimed);
    return { move: 'finish', done: null };
  } catch (error) {
    if (error instanceof Later) return { move: 'postpone', inMs: error.waitMs };
    if (isUnavailable(error)) return { move: 'postpone', inMs: RETRY_MS };
    ctx.log.error({ err: error, id: claimed.id, attempts: claimed.attempts }, 'Failed to run a transfer');
    return { move: 'retry', problem: null };
  }
}

/** Records a move. `finish` ends a step: the transfer's status says whether another one follows. */
async function record(
  ctx: SubgraphContext,
  { id, kind, status, applied }: OpenTransfer,
  recording: Recording<null, null>,
): Promise<void> {
  const { attempts } = LEASE_MOVES[recording.move];
  const end = tables(reader(ctx)).updateTable('transfer').where('id', '=', id);
  if (recording.move === 'give_up') {
    const failed = {
      status: 'failed',
      claimedUntil: null,
      problem: gaveUpText({ kind, status, applied }),
      ...(status === 'uploaded' && { applied: 0 }),
    } as const;
    await end.set(failed).execute();
    return;
  }
  const claimedUntil =
    recording.move === 'finish' ? null : new Date(ctx.clock.now().getTime() + recording.inMs);
  // Progress during a step resets the attempts.
  await end
    .set(({ fn, eb, val }) => ({
      claimedUntil,
      attempts: fn('greatest', [val(0), eb('attempts', '+', attempts)]),
    }))
    .execute();
}

function gaveUpText({ kind, status, applied }: Pick<OpenTransfer, 'kind' | 'status' | 'applied'>): string {
  if (status === 'uploaded') return 'The file couldn’t be read in three attempts. Split it into several.';
  if (status === 'running') return 'The export failed three times. Try again later.';
  if (kind === 'bookings')
    return `Applying the import failed three times after ${applied} reservations. Import the file again: those that exist already stay as they are.`;
  return `Applying the import failed three times after ${applied} properties. Import the rest as a separate file.`;
}

/** The moves `claim` and `lapse`; null if the transfer isn't due. */
async function claim(ctx: SubgraphContext, { id }: WaitingItem): Promise<OpenTransfer | null> {
  const now = ctx.clock.now();
  const transfer = await tables(reader(ctx))
    .updateTable('transfer')
    .set(({ eb }) => ({
      claimedUntil: new Date(now.getTime() + TRANSFER_CLAIM_MS),
      attempts: eb('attempts', '+', LEASE_MOVES.claim.attempts),
    }))
    .where('id', '=', id)
    .where('status', 'in', OPEN)
    .where((is) => is.or([is('claimedUntil', 'is', null), is('claimedUntil', '<=', now)]))
    .returning(['id', 'teamId', 'accountId', 'storefront as storefrontId', 'kind', 'status'])
    .returning(['applied', 'attempts', 'sourceUrl', 'announcedSha256', 'webhooks'])
    .executeTakeFirst();
  return transfer ?? null;
}

async function renew(ctx: SubgraphContext, { id }: OpenTransfer): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() + TRANSFER_CLAIM_MS);
  await sql`UPDATE catalog.transfer SET claimed_until = ${until} WHERE id = ${id} AND claimed_until IS NOT NULL`.execute(
    statements(ctx),
  );
}

/** Runs as the person who began the import, which can change only what that person can. */
const asHost = (ctx: SubgraphContext, { accountId, teamId }: OpenTransfer): SubgraphContext => ({
  ...ctx,
  viewer: { kind: 'hostUser', accountId, sessionId: 0, teamId, role: 'manager', operator: false },
});
