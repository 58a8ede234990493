import { isDeepStrictEqual } from 'node:util';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { type MethodSettings, readSettings, type SettingFault } from '../domain/method-settings.ts';
import { allowsTests } from '../domain/methods.ts';
import type { PaymentMethodsSetInput, PaymentMethodsSetPayload } from '../generated.ts';
import { Method } from '../store/entities.ts';
import { detailsRow, methodsOf } from '../store/methods.ts';

/**
 * Changes the given methods, all or none, and records the changed settings' names in the team's activity.
 * Catalog has verified that the team owns the storefront. Refuses with `INVALID`. See
 * docs/interface/payments.md#built-in-methods.
 */
export async function setPaymentMethods(
  ctx: SubgraphContext,
  { storefrontId: id, storefrontName, sandbox, methods }: PaymentMethodsSetInput,
): Promise<PaymentMethodsSetPayload> {
  const storefrontId = parseId(id);
  const teamId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.teamId : null;
  if (storefrontId === null || teamId === null) throw new Error("Expected a team's storefront.");
  const testsAllowed = allowsTests({ sandbox }, ctx.config);
  const read = methods.map((method) => readSettings(method, { testsAllowed }));
  const userErrors = [...repeated(methods), ...read.flatMap(refusalsAt)];
  if (userErrors.length > 0) return { changed: false, userErrors };
  const given = read.filter((settings): settings is MethodSettings => 'kind' in settings);

  return inTransaction(ctx, async (em) => {
    // Serializes concurrent saves: the second host's save sees the first one's changes.
    await em.execute('SELECT pg_advisory_xact_lock(7310893, ?)', [storefrontId]);
    const now = await methodsOf(ctx, storefrontId, em);
    const changed = given.filter(
      (settings) => !now.some((method) => isDeepStrictEqual({ ...method }, { ...settings })),
    );
    for (const settings of changed) await keep(ctx, em, { storefrontId, teamId, settings });
    if (changed.length > 0) {
      const before = new Map(now.map((method) => [method.kind, method]));
      const change = changed
        .map((settings) => describeChange(before.get(settings.kind), settings))
        .join('; ');
      const event = { kind: 'payment_methods.updated', subject: storefrontName, change } as const;
      await recordTeamEvent(ctx, em, [teamId], event);
    }
    return { changed: changed.length > 0, userErrors: [] };
  });
}

async function keep(
  ctx: SubgraphContext,
  em: Transaction,
  { storefrontId, teamId, settings }: { storefrontId: number; teamId: number; settings: MethodSettings },
): Promise<void> {
  const { kind, instructions, bankAccount, ...rest } = settings;
  const details = JSON.stringify({ instructions, bankAccount });
  const isEmpty = instructions === null && bankAccount === null;
  const detailsSealed = isEmpty ? null : ctx.vault.seal(details, detailsRow(storefrontId, kind));
  const row = { storefrontId, teamId, kind, ...rest, detailsSealed, updatedAt: ctx.clock.now() };
  await em.upsert(Method, row, { onConflictFields: ['storefrontId', 'kind'] });
}

/** Names the changed settings, without secret values. */
function describeChange(before: MethodSettings | undefined, after: MethodSettings): string {
  const { enabled, effect, holdHours } = after;
  const words = [
    ...(before?.enabled === enabled ? [] : [enabled ? 'on' : 'off']),
    ...(before?.effect === effect ? [] : [`effect: ${effect}`]),
    ...(before?.holdHours === holdHours ? [] : [`holdHours: ${holdHours}`]),
    ...(before?.instructions === after.instructions ? [] : ['instructions']),
    ...(isDeepStrictEqual(before?.bankAccount, after.bankAccount) ? [] : ['bankAccount']),
  ];
  return `${after.kind} (${words.join(', ')})`;
}

const refusalsAt = (read: MethodSettings | readonly SettingFault[], place: number) =>
  'kind' in read ? [] : read.map(({ path, message }) => invalid([String(place), ...path], message));

const repeated = (methods: PaymentMethodsSetInput['methods']) =>
  new Set(methods.map(({ kind }) => kind)).size === methods.length
    ? []
    : [invalid([], 'Give each type of payment method only once.')];

const invalid = (path: readonly string[], message: string) => ({
  code: 'INVALID',
  field: ['input', 'paymentMethods', ...path],
  message,
});
