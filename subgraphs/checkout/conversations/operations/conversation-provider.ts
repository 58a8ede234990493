import type { SubgraphContext } from '#db/context.ts';
import type { Conversation } from '../../store/entities.ts';
import { providingApp } from '../domain/message.ts';
import { inboxInstallDocument } from './generated.ts';

type Carried = Pick<Conversation, 'provider' | 'teamId'>;

/** Whether there is someone who carries messages of a conversation: the platform always does, an app while it is installed. */
export async function hasProvider(ctx: SubgraphContext, conversation: Carried): Promise<boolean> {
  return providingApp(conversation.provider) === null || (await inboxInstallOf(ctx, conversation)) !== null;
}

/** The install that takes messages of a conversation of an app; null where there is none any more, and for the platform's own. */
export async function inboxInstallOf(
  ctx: SubgraphContext,
  { provider, teamId }: Carried,
): Promise<string | null> {
  const appSlug = providingApp(provider);
  if (appSlug === null) return null;
  const { inboxInstall } = await ctx.execute(inboxInstallDocument, { teamId: String(teamId), appSlug }, ctx);
  return inboxInstall ?? null;
}
