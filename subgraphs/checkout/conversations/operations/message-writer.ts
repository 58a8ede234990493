import type { SubgraphContext } from '#db/context.ts';
import { enteringAppDocument } from '../../operations/generated.ts';
import type { MessageAuthor } from '../domain/message.ts';
import { writingHostDocument } from './generated.ts';

/** Author who writes to a guest for a team. */
export interface MessageWriter {
  readonly author: MessageAuthor;
  readonly teamId: number;
  readonly accountId: number | null;
  readonly installId: number | null;
  /** Namespace for idempotency keys. */
  readonly sender: string;
}

/** Returns the calling app or team member, with its name; null for a host without a selected team. */
export async function writerOf(ctx: SubgraphContext, automation = false): Promise<MessageWriter | null> {
  const { viewer } = ctx;
  if (viewer.kind === 'app') {
    const { teamId, installId } = viewer;
    const { currentInstall } = await ctx.execute(enteringAppDocument, {}, ctx);
    const author = {
      kind: automation ? 'automation' : 'app',
      name: currentInstall?.appName ?? null,
    } as const;
    return { author, teamId, accountId: null, installId, sender: `install:${installId}` };
  }
  if (viewer.kind !== 'hostUser' || viewer.teamId === null) return null;
  const { teamId, accountId } = viewer;
  const { account } = await ctx.execute(writingHostDocument, {}, ctx);
  const author = { kind: automation ? 'automation' : 'host', name: account.name } as const;
  return { author, teamId, accountId, installId: null, sender: `account:${accountId}:${teamId}` };
}
