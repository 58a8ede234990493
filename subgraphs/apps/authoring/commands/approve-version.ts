import type { SubgraphContext } from '#db/context.ts';
import { goLive } from '../store/add-version.ts';
import { type Reviewed, review } from '../store/review-version.ts';

/** Approves a version in review; it goes live, which its developer asked for by releasing it. For operators. */
export async function approveVersion(ctx: SubgraphContext, id: string): Promise<Reviewed> {
  return review(ctx, id, { kind: 'app_version.approved' }, (em, app, version) =>
    goLive(ctx, em, app, version),
  );
}
