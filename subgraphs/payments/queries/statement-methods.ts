import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { Reference } from '#kit/reference.ts';
import { appMethodId } from '../domain/methods.ts';
import type { PaymentMethods } from '../generated.ts';
import { PaymentSession } from '../store/entities.ts';
import { describeAttempt, hasDeclined, LATEST } from './methods.ts';

/** A statement as passed by the gateway for `AppInvoice.paymentMethods`. */
export interface StatementDue extends Reference {
  readonly amountDue: number;
  /** The operator's payment apps; empty if nothing is due. */
  readonly paymentApps: readonly { readonly slug: string; readonly name: string }[];
}

/** Returns a statement's payment methods while an amount is due, with the last attempt. */
export async function findStatementMethods(
  ctx: SubgraphContext,
  { id, amountDue, paymentApps }: StatementDue,
): Promise<PaymentMethods> {
  const sessions = await reader(ctx).find(
    PaymentSession,
    { statementId: Number(id) },
    { orderBy: { createdAt: 'desc' }, limit: LATEST },
  );
  const apps = paymentApps.filter(({ slug }) => !hasDeclined(slug, sessions, amountDue));
  const latest = sessions.find(({ status }) => status === 'PENDING') ?? sessions[0];
  return {
    methods: apps.map((app) => ({
      id: appMethodId(app),
      name: app.name,
      kind: null,
      effect: null,
      holdHours: null,
    })),
    latest: latest ? describeAttempt(latest) : null,
    chosen: null,
  };
}
