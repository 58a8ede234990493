import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { createPolicy } from '../rates/commands/create-policy.ts';
import type { updatePolicy } from '../rates/commands/update-policy.ts';
import { currentPolicies } from './current-policies.ts';
import type { CancellationPolicyDefinition } from './definition.ts';
import { findPolicy, isAs, termsOf } from './plan-policies.ts';
import { expectNone } from './refused.ts';
import type { WantedPart } from './wanted.ts';

/** The commands for hosts and apps, as an import uses them. */
export interface PolicyCommands {
  readonly createPolicy: typeof createPolicy;
  readonly updatePolicy: typeof updatePolicy;
}

/**
 * Applies a file's cancellation policies, all or none. Skips existing ones, so it's safe to repeat. Runs in
 * the caller's transaction; throws `Refused`.
 */
export async function applyPolicies(
  ctx: SubgraphContext & { readonly commands: PolicyCommands },
  storefrontId: number,
  wanted: readonly WantedPart<CancellationPolicyDefinition>[],
): Promise<void> {
  if (wanted.length === 0) return;
  const current = await currentPolicies(reader(ctx), storefrontId);
  for (const { definition, ...at } of wanted) {
    const { externalId, name, isDefault = null } = definition;
    const known = findPolicy(current, externalId);
    if (known && isAs(definition, known)) continue;
    const given = { name, isDefault, terms: termsOf(definition) };
    const { userErrors } = known
      ? await ctx.commands.updatePolicy(ctx, { id: `${known.row.id}`, ...given })
      : await ctx.commands.createPolicy(ctx, { storefrontId: `${storefrontId}`, externalId, ...given });
    expectNone(at, 'cancellation_policy', userErrors);
  }
}
