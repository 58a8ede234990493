import type { SubgraphContext } from '#db/context.ts';
import type { Conversation } from '../../store/entities.ts';
import { providingApp } from '../domain/message.ts';
import { inboxInstallDocument } from './generated.ts';

type Carried = Pick<Conversation, 'provider' | 'teamId'>;

/**
 * True if a provider can deliver the conversation's messages: always for the platform, and for an app while
 * it's installed.
 */
export async function hasProvider(ctx: SubgraphContext, conversation: Carried): Promise<boolean> {
  return providingApp(conversation.provider) === null || (await inboxInstallOf(ctx, conversation)) !== null;
}

/**
 * Returns the install that delivers an app conversation's messages; null if it was uninstalled, and for
 * platform conversations.
 */
export async function inboxInstallOf(
  ctx: SubgraphContext,
  { provider, teamId }: Carried,
): Promise<string | null> {
  const appSlug = providingApp(provider);
  if (appSlug === null) return null;
  const { inboxInstall } = await ctx.execute(inboxInstallDocument, { teamId: String(teamId), appSlug }, ctx);
  return inboxInstall ?? null;
}
