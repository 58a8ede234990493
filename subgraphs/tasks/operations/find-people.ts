import type { SubgraphContext } from '#db/context.ts';
import type { Assignee } from '../domain/assignment.ts';
import { assignableMembersDocument, ownAppNameDocument, ownNameDocument } from './generated.ts';

/** Finds the member with an account who can do tasks at a property; null if there isn't one. */
export async function findAssignee(
  ctx: SubgraphContext,
  propertyId: number,
  accountId: string,
): Promise<Assignee | null> {
  const listed = { propertyId: String(propertyId) };
  const { assignableMembers } = await ctx.execute(assignableMembersDocument, listed, ctx);
  const member = assignableMembers.find((one) => one.accountId === accountId);
  return member ? { type: 'user', name: member.name, accountId: Number(member.accountId) } : null;
}

/** Returns the name of the signed-in member or the calling app. */
export async function callerName(ctx: SubgraphContext): Promise<string> {
  if (ctx.viewer.kind === 'hostUser') {
    return (await ctx.execute(ownNameDocument, {}, ctx)).account.name;
  }
  const { currentInstall } = await ctx.execute(ownAppNameDocument, {}, ctx);
  return currentInstall?.appName ?? 'App';
}
