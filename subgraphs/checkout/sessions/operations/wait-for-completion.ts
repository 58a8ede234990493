import { setTimeout as sleep } from 'node:timers/promises';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { SessionEntity } from '../../store/entities.ts';
import { recoverCompletion } from './recover-completion.ts';

/** A request waits this long for a completion in progress (docs/interface/checkout.md#idempotency). */
const PATIENCE_MS = 3_000;
const FIRST_LOOK_MS = 15;
const SLOWEST_LOOK_MS = 200;

/**
 * Waits until a session isn't being completed; false if it still is after 3 s. The waiting request finishes
 * an interrupted completion. Never call it inside a transaction.
 */
export async function waitForCompletion(ctx: SubgraphContext, id: string): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  for (
    let pauseMs = FIRST_LOOK_MS;
    performance.now() < deadline;
    pauseMs = Math.min(pauseMs * 2, SLOWEST_LOOK_MS)
  ) {
    await sleep(pauseMs);
    const running = await reader(ctx).count(SessionEntity, { id, status: 'complete_in_progress' });
    if (running === 0) return true;
    const leftMs = deadline - performance.now();
    if (pauseMs < SLOWEST_LOOK_MS || leftMs <= 0) continue;
    await Promise.race([recoverCompletion(ctx, id), sleep(leftMs)]);
  }
  return false;
}
