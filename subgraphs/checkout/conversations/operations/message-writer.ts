import type { SubgraphContext } from '#db/context.ts';
import { enteringAppDocument } from '../../operations/generated.ts';
import type { MessageAuthor } from '../domain/message.ts';
import { writingHostDocument } from './generated.ts';

/** Who writes to a guest, on behalf of a team. */
export interface MessageWriter {
  readonly author: MessageAuthor;
  readonly teamId: number;
  readonly accountId: number | null;
  readonly installId: number | null;
  /** Whose idempotency keys are told apart from those of others. */
  readonly sender: string;
}

/** The app or the member of the team that calls, by name; null for a host that chose no team. */
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
