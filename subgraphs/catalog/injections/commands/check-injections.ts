import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import { FRAME_LOAD_MS, INJECTION_FAILURES, INJECTION_LOADS } from '#schema/limits.ts';
import {
  InjectionCheckEntity,
  type InjectionCheckRow,
  InjectionPlacementEntity,
} from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { announcePlacement } from '../steps/announce-placement.ts';
import { suspensionReason } from '../store/injections.ts';

/** Addresses checked per run: each may take 5 s. */
const BATCH = 100;
/** Time after which an interrupted check is due again. */
const CLAIM_MS = 60_000;
/** Delay before an address's next check; for `fine`, before it may be reported again. */
const AGAIN_MS = { looking: 30_000, failing: 300_000, fine: 3_600_000 } as const;

type Check = Pick<InjectionCheckRow, 'appSlug' | 'url'>;

/**
 * Checks the addresses of frames that browsers failed to load: 5 failures in 10 checks take the frame off
 * every page, and the first success after that restores it. Safe to repeat, to interrupt and to run
 * concurrently.
 */
export async function checkInjections(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  if ((await ctx.clock.mayDelete?.()) !== false) await forgetChecked(ctx, now);
  const due = await tables(reader(ctx))
    .updateTable('injection_check')
    .set({ nextAt: new Date(now.getTime() + CLAIM_MS) })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('appSlug', 'url'),
        'in',
        selectFrom('injection_check')
          .select(['appSlug', 'url'])
          .where('nextAt', '<=', now)
          .where('status', '<>', 'fine')
          .orderBy('nextAt')
          .limit(BATCH)
          .forUpdate()
          .skipLocked()
          .$asTuple('appSlug', 'url'),
      ),
    )
    .returning(['appSlug', 'url'])
    .execute();
  await forEachAtOnce(due, (check) => look(ctx, check));
}

/** Deletes checks for addresses that load, or that no placement uses. */
async function forgetChecked(ctx: SubgraphContext, now: Date): Promise<void> {
  await tables(reader(ctx))
    .deleteFrom('injection_check')
    .where('nextAt', '<=', now)
    .where(({ or, not, exists, eb, selectFrom }) =>
      or([
        eb('status', '=', 'fine'),
        not(
          exists(
            selectFrom('injection_placement as p')
              .select('p.id')
              .whereRef('p.appSlug', '=', 'injection_check.appSlug')
              .whereRef('p.url', '=', 'injection_check.url')
              .where('p.status', '<>', 'draft'),
          ),
        ),
      ]),
    )
    .execute();
}

async function look(ctx: SubgraphContext, { appSlug, url }: Check): Promise<void> {
  const isLoaded = await loads(ctx, { appSlug, url });
  const changed = await inTransaction(ctx, async (em) => {
    const check = await em.findOne(
      InjectionCheckEntity,
      { appSlug, url },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!check) return []; // an operator has since resumed the app
    const before = check.status;
    if (before === 'looking') Object.assign(check, counted(check, isLoaded));
    else if (isLoaded) Object.assign(check, { status: 'fine', loads: 0, failed: 0 });
    check.nextAt = new Date(ctx.clock.now().getTime() + AGAIN_MS[check.status]);
    await em.flush();
    // Repeats the suspension while the address still fails, so that placements published since then are
    // suspended too.
    if (check.status === 'failing') return move(ctx, em, check, 'suspended');
    if (before === 'failing' && check.status === 'fine') return move(ctx, em, check, 'published');
    return [];
  });
  for (const id of new Set(changed)) ctx.services.catalog.changes.announce(id);
}

/** The counts and result after another check. */
function counted({ loads: before, failed: failures }: InjectionCheckRow, isLoaded: boolean) {
  const [looks, failed] = [before + 1, failures + (isLoaded ? 0 : 1)];
  const status =
    failed >= INJECTION_FAILURES
      ? 'failing'
      : looks - failed > INJECTION_LOADS - INJECTION_FAILURES
        ? 'fine'
        : 'looking';
  return { loads: looks, failed, status } as const;
}

/**
 * True if an address responds well enough to be shown in a frame: without a server error, and within the
 * page's time limit.
 */
async function loads(ctx: SubgraphContext, { appSlug, url }: Check): Promise<boolean> {
  try {
    const { status } = await ctx.services.catalog.egress.send({
      url,
      method: 'GET',
      headers: { accept: 'text/html' },
      timeoutMs: FRAME_LOAD_MS,
      share: `app:${appSlug}`,
    });
    return status < 500;
  } catch {
    return false;
  }
}

/** Suspends or restores the published placements with an address; returns their storefronts. */
async function move(
  ctx: SubgraphContext,
  em: Transaction,
  { appSlug, url }: Check,
  to: 'suspended' | 'published',
): Promise<readonly number[]> {
  // Operators' suspensions can be lifted only by operators.
  if (to === 'published' && (await suspensionReason(em, { appSlug })) !== null) return [];
  const from = to === 'published' ? 'suspended' : 'published';
  const where = { appSlug, url, kind: 'frame', status: from } as const;
  const placed = await em.find(InjectionPlacementEntity, where, {
    orderBy: { id: 'asc' },
    lockMode: LockMode.PESSIMISTIC_WRITE,
  });
  for (const row of placed)
    Object.assign(row, { status: to, version: row.version + 1, updatedAt: ctx.clock.now() });
  await em.flush();
  for (const row of placed) await announcePlacement(ctx, em, row, to, to === 'published' ? 'resumed' : to);
  return placed.map(({ storefront }) => storefront.id);
}
