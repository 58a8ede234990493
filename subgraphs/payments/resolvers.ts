import type { SubgraphContext } from '#db/context.ts';
import type { CompleteResolvers } from '#kit/complete-resolvers.ts';
import { referTo } from '#kit/reference.ts';
import { expireTestSessions } from './commands/expire-test-sessions.ts';
import { markRefundPaid } from './commands/mark-refund-paid.ts';
import { openRefund } from './commands/open-refund.ts';
import { openSession } from './commands/open-session.ts';
import { openStatementSession } from './commands/open-statement-session.ts';
import { pendSession } from './commands/pend-session.ts';
import { rejectSession } from './commands/reject-session.ts';
import { reportReversal } from './commands/report-reversal.ts';
import { failRefund, rejectRefund, resolveRefund } from './commands/resolve-refund.ts';
import { resolveSession } from './commands/resolve-session.ts';
import { setPaymentMethods } from './commands/set-payment-methods.ts';
import { toMajor } from './domain/amounts.ts';
import type { Resolvers, ResolversParentTypes } from './generated.ts';
import { appRefunds } from './operations/app-refunds.ts';
import { hasWayToPay } from './operations/has-way-to-pay.ts';
import { reachesBooking } from './queries/in-reach.ts';
import {
  type BookingToPay,
  findMethods,
  type StorefrontToPay,
  storefrontMethods,
} from './queries/methods.ts';
import { hasOpenMoney } from './queries/open-money.ts';
import { findRefund, findRefundsOf, findSession, findSessionOf, findSessionsOf } from './queries/sessions.ts';
import { findStatementMethods, type StatementDue } from './queries/statement-methods.ts';
import {
  amountLeft,
  findFailedRefunds,
  findPaidBackRefunds,
  findReversals,
} from './queries/statement-refunds.ts';
import { isAccepted, type PaymentSession, type Reversal } from './store/entities.ts';

/** Resolvers for fields in `schema/payments.graphql` that aren't row properties, in SDL order. */
export const resolvers = {
  Query: {
    paymentSession: (_root, { id }, ctx) => findSession(ctx, id),
    refundSession: (_root, { id }, ctx) => findRefund(ctx, id),
    paymentSessions: async (_root, { bookingId }, ctx) =>
      (await reachesBooking(ctx, bookingId)) ? findSessionsOf(ctx, bookingId) : [],
    hasOpenMoney: (_root, _args, ctx) => hasOpenMoney(ctx),
  },
  Mutation: {
    paymentSessionResolve: (_root, given, ctx) => resolveSession(ctx, given),
    paymentSessionReject: (_root, given, ctx) => rejectSession(ctx, given),
    paymentSessionPending: (_root, given, ctx) => pendSession(ctx, given),
    refundSessionResolve: (_root, given, ctx) => resolveRefund(ctx, given),
    refundSessionReject: (_root, given, ctx) => rejectRefund(ctx, given),
    refundSessionFail: (_root, given, ctx) => failRefund(ctx, given),
    statementReversalReport: (_root, { input }, ctx) => reportReversal(ctx, input),
    statementRefundMarkPaid: (_root, given, ctx) => markRefundPaid(ctx, given),
    refundSessionOpen: (_root, { input }, ctx) => openRefund(ctx, input),
    paymentSessionsExpire: (_root, { bookingId }, ctx) => expireTestSessions(ctx, bookingId),
    paymentMethodsSet: (_root, { input }, ctx) => setPaymentMethods(ctx, input),
    paymentSessionOpen: (_root, { input }, ctx) => openSession(ctx, input),
    statementPaymentOpen: (_root, { input }, ctx) => openStatementSession(ctx, input),
  },
  RefundSessionPayload: {
    ok: ({ userErrors }) => userErrors.length === 0,
  },
  PaymentSession: {
    __resolveReference: async ({ id }, ctx) => fresh(await findSession(ctx, String(id))),
    amount: ({ amount, currency }) => toMajor(amount, currency),
    // Every dated version has it as non-null.
    bookingId: ({ bookingId }) => bookingId ?? 0,
    booking: ({ bookingId }) => (bookingId === null ? null : referTo(bookingId)),
    statement: (session) => statementOf(session),
    rejection: (session) => rejectionOf(session),
    appRefunds: (session, _args, ctx) => appRefunds(ctx, session),
    refunds: (session, _args, ctx) => findRefundsOf(ctx, session),
  },
  RefundSession: {
    __resolveReference: async ({ id }, ctx) => fresh(await findRefund(ctx, String(id))),
    amount: ({ amount, currency }) => toMajor(amount, currency),
    paymentSessionId: ({ sessionId }) => sessionId,
    paymentSession: (refund, _args, ctx) => findSessionOf(ctx, refund),
    rejection: (refund) => rejectionOf(refund),
  },
  StatementRefund: {
    refundSessionId: ({ id }) => id,
    amountLeft: (refund, _args, ctx) => amountLeft(ctx, refund),
    rejection: (refund) => rejectionOf(refund),
    paymentReference: async (refund, _args, ctx) => (await sessionOf(ctx, refund)).reference,
    paidBack: ({ paidBackAt: at, paidBackAmount: amount, paidBackNote: note }) =>
      at === null || amount === null || note === null ? null : { at, amount, note },
  },
  StatementReversal: {
    currency: async (reversal, _args, ctx) => (await sessionOf(ctx, reversal)).currency,
    appName: async (reversal, _args, ctx) => (await sessionOf(ctx, reversal)).appName,
    paymentReference: async (reversal, _args, ctx) => (await sessionOf(ctx, reversal)).reference,
    hasPaid: async (reversal, _args, ctx) => isAccepted((await sessionOf(ctx, reversal)).settlement),
  },
  AppInvoice: {
    paymentMethods: (statement, _args, ctx) => findStatementMethods(ctx, statement as StatementDue), // shape defined by @requires
    failedRefunds: ({ id }, _args, ctx) => findFailedRefunds(ctx, String(id)),
    paidBackRefunds: ({ id }, _args, ctx) => findPaidBackRefunds(ctx, String(id)),
    reversals: ({ id }, _args, ctx) => findReversals(ctx, String(id)),
  },
  Booking: {
    paymentSessions: ({ id }, _args, ctx) => findSessionsOf(ctx, String(id)),
    paymentMethods: (booking, _args, ctx) => findMethods(ctx, booking as BookingToPay), // shape defined by @requires
  },
  Storefront: {
    paymentMethods: (storefront, _args, ctx) => storefrontMethods(ctx, storefront as StorefrontToPay),
    hasWayToPay: (storefront, _args, ctx) =>
      hasWayToPay(ctx, storefront as StorefrontToPay & { teamId: string | number }),
  },
  PlatformStorefront: {
    hasWayToPay: (storefront, _args, ctx) =>
      hasWayToPay(ctx, storefront as StorefrontToPay & { teamId: string | number }),
  },
} satisfies CompleteResolvers<Resolvers, ResolversParentTypes>;

/** Returns the session behind a refund, dispute or outside refund, which exists as long as its row. */
async function sessionOf(ctx: SubgraphContext, { sessionId }: Pick<Reversal, 'sessionId'>) {
  const session = await findSessionOf(ctx, { sessionId });
  if (session === null) throw new Error(`There is no payment session ${sessionId}.`);
  return session;
}

/** The subgraph library writes `__typename` to resolved references, so copy them. */
const fresh = <Row extends object>(row: Row | null): Row | null => row && { ...row };

const statementOf = ({
  statementId: id,
  statementNumber: number,
}: Pick<PaymentSession, 'statementId' | 'statementNumber'>) =>
  id === null || number === null ? null : { id, number };

const rejectionOf = ({
  rejectCode: code,
  rejectMessage: message,
}: {
  readonly rejectCode: string | null;
  readonly rejectMessage: string | null;
}) => (code === null || message === null ? null : { code, message });
