import { sql } from 'kysely';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import type { SubgraphContext } from './context.ts';
import { byId, latestFirst, readingSlice } from './slice.ts';
import { statements, type Transaction } from './transaction.ts';

/** Event types in the audit trail (docs/guides/panel.md#activity). */
export type TeamEventKind =
  | 'session.started'
  | 'session.refused'
  | 'access_token.created'
  | 'access_token.revoked'
  | 'account.locked'
  | 'account.unlocked'
  | 'team.created'
  | 'team.updated'
  | 'team.second_factor_set'
  | 'team.legal_details_set'
  | 'team.closing'
  | 'team.reopened'
  | 'team.closed'
  | 'team.suspended'
  | 'team.resumed'
  | 'invitation.created'
  | 'invitation.revoked'
  | 'member.joined'
  | 'member.removed'
  | 'member.role_set'
  | 'app.created'
  | 'app.consented'
  | 'app.installed'
  | 'app.connected'
  | 'app.reconnected'
  | 'app.permissions_approved'
  | 'app.settings_changed'
  | 'app.uninstalled'
  | 'app.billing_set'
  | 'app.plan_changed'
  | 'app.subscription_cancelled'
  | 'app.cap_set'
  | 'app.paid_out'
  | 'app_invoice.paid'
  | 'app_invoice.credited'
  | 'app_invoice.reopened'
  | 'statement.reversal_reported'
  | 'app_token.rotated'
  | 'app_token.revoked'
  | 'client_secret.rotated'
  | 'app_version.approved'
  | 'app_version.rejected'
  | 'theme.created'
  | 'theme.subscribed'
  | 'theme.plan_changed'
  | 'theme.subscription_cancelled'
  | 'theme.paid_out'
  | 'theme_version.approved'
  | 'theme_version.rejected'
  | 'app_listing.submitted'
  | 'app_listing.approved'
  | 'app_listing.rejected'
  | 'app_listing.listed'
  | 'app_listing.unlisted'
  | 'app_listing.suspended'
  | 'app_listing.resumed'
  | 'acp_key.created'
  | 'acp_signing_secret.created'
  | 'acp_signing_secret.removed'
  | 'storefront.created'
  | 'storefront.updated'
  | 'storefront.closed'
  | 'storefront.suspended'
  | 'storefront.resumed'
  | 'storefront_look.updated'
  | 'storefront_look.published'
  | 'storefront_look.restored'
  | 'storefront_theme.installed'
  | 'storefront_theme.updated'
  | 'storefront_theme.received'
  | 'storefront_theme.published'
  | 'storefront_theme.rolled_back'
  | 'storefront_theme.removed'
  | 'storefront_theme.failed'
  | 'storefront_domain.added'
  | 'storefront_domain.moved'
  | 'storefront_domain.removed'
  | 'payment_methods.updated'
  | 'cancellation_policy.created'
  | 'cancellation_policy.updated'
  | 'cancellation_policy.archived'
  | 'property.created'
  | 'property.updated'
  | 'property.archived'
  | 'unit_type.created'
  | 'unit_type.updated'
  | 'unit_type.archived'
  | 'rate_plan.created'
  | 'rate_plan.updated'
  | 'rate_plan.archived'
  | 'prices.set'
  | 'ical_feed.added'
  | 'ical_feed.updated'
  | 'ical_feed.paused'
  | 'ical_feed.resumed'
  | 'ical_feed.removed'
  | 'ical_feed.failing'
  | 'ical_feed.shrank'
  | 'ical_feed.shrink_confirmed'
  | 'ical_feed.overbooked'
  | 'channel_connection.created'
  | 'channel_connection.updated'
  | 'channel_connection.mapped'
  | 'channel_connection.activated'
  | 'channel_connection.paused'
  | 'channel_connection.resumed'
  | 'channel_connection.disconnected'
  | 'channel_connection.overbooked'
  | 'channel_connection.degraded'
  | 'channel_connection.recovered'
  | 'injection.placed'
  | 'injection.updated'
  | 'injection.published'
  | 'injection.removed'
  | 'injection.suspended'
  | 'injection.resumed'
  | 'ical_export.rotated'
  | 'import.applied'
  | 'export.created'
  | 'tasks.unassigned'
  | 'task.created'
  | 'task.updated'
  | 'task_rule.set'
  | 'task_rule.removed'
  | 'task_type.updated'
  | 'contact.merged'
  | 'contact.merge_undone'
  | 'contact.redacted'
  | 'booking.entered'
  | 'booking.cancelled'
  | 'booking.changed'
  | 'booking.change_accepted'
  | 'message_template.set'
  | 'message_template.removed'
  | 'message_rule.set'
  | 'message_rule.removed'
  | 'booking.change_declined'
  | 'booking_request.accepted'
  | 'booking_request.declined'
  | 'booking.checked_in'
  | 'booking.check_in_undone'
  | 'booking.checked_out'
  | 'booking.check_out_undone'
  | 'booking.no_show'
  | 'booking.unit_moved'
  | 'booking.units_assigned'
  | 'booking.note_set'
  | 'booking.email_resent'
  | 'booking_view.set'
  | 'booking_view.removed'
  | 'unit.housekeeping_set'
  | 'invoice.created'
  | 'credit_note.created'
  | 'folio.charge_added'
  | 'folio.charge_removed'
  | 'folio.payment_recorded'
  | 'folio.payment_voided'
  | 'folio.refund_recorded'
  | 'folio.dispute_reported'
  | 'folio.refund_failed'
  | 'refund.requested'
  | 'refund.resolved'
  | 'refund.rejected'
  | 'refund.paid_back';

/** A new event for a team's audit trail. */
export interface NewTeamEvent {
  readonly kind: TeamEventKind;
  /** The affected object's display name. Never a secret. */
  readonly subject?: string | null;
  /** What changed, in a few words. Never a secret. */
  readonly change?: string | null;
}

/** The person, if the context doesn't have them: someone signing in. */
export interface Doer {
  readonly accountId: number | null;
  readonly installId: number | null;
  readonly address: string | null;
}

/** A guest, whose address isn't recorded. */
export const GUEST: Doer = { accountId: null, installId: null, address: null };

type Recording = Pick<SubgraphContext, 'viewer' | 'clock' | 'address'>;

const LONGEST = 500;

/**
 * Records an event in teams' audit trails, in the same transaction as the change, so that both happen or
 * neither. Excludes actions by agents and guests, because bookings have their own history, except guests' changes
 * and cancellations, which have no person or address.
 */
export async function recordTeamEvent(
  ctx: Recording,
  em: Transaction,
  teamIds: readonly number[],
  { kind, subject = null, change = null }: NewTeamEvent,
  { accountId, installId, address }: Doer = doerOf(ctx),
): Promise<void> {
  await sql`
    INSERT INTO team_events (team_id, kind, at, account_id, install_id, address, subject, change)
    SELECT team_id, ${kind}, ${ctx.clock.now()}, ${accountId}::int, ${installId}::int, ${address}::text,
      ${shortened(subject)}::text, ${shortened(change)}::text
    FROM unnest(${[...teamIds]}::int[]) AS teams (team_id)`.execute(statements(em));
}

/** Text to replace in a team's events. */
interface Erasure {
  /** Only events about these objects. */
  readonly subjects: readonly string[];
  /** A regular expression of PostgreSQL, in any case. */
  readonly pattern: string;
  readonly replacement: string;
}

/** Replaces a person's data in a team's audit trail. */
export async function eraseFromTeamEvents(
  em: Transaction,
  teamId: number,
  { subjects, pattern, replacement }: Erasure,
): Promise<void> {
  await sql`
    UPDATE team_events SET change = regexp_replace(change, ${pattern}, ${replacement}, 'gi')
    WHERE team_id = ${teamId} AND subject = ANY (${[...subjects]}::text[]) AND change ~* ${pattern}`.execute(
    statements(em),
  );
}

/** A repeated action is recorded only once within this period. */
const REPEATS_MS = 60 * 60_000;

/** `recordTeamEvent` for frequent app actions: leaves out an app's repetitions within the hour. */
export async function recordUnlessRepeated(
  ctx: Recording,
  em: Transaction,
  teamId: number,
  event: NewTeamEvent,
): Promise<void> {
  const { installId } = doerOf(ctx);
  if (installId !== null) {
    const since = new Date(ctx.clock.now().getTime() - REPEATS_MS);
    const { rows } = await sql`
      SELECT 1 FROM team_events WHERE install_id = ${installId} AND kind = ${event.kind} AND at > ${since} LIMIT 1`.execute(
      statements(em),
    );
    if (rows.length > 0) return;
  }
  await recordTeamEvent(ctx, em, [teamId], event);
}

/**
 * `recordTeamEvent` for a draft that is saved while a person works on it: skips repeats by the same person
 * for the same object within an hour.
 */
export async function recordDraftChange(
  ctx: Recording,
  em: Transaction,
  teamId: number,
  event: NewTeamEvent & { readonly subject: string },
): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - REPEATS_MS);
  const { rows } = await sql`
    SELECT 1 FROM team_events WHERE team_id = ${teamId} AND kind = ${event.kind} AND at > ${since}
      AND account_id IS NOT DISTINCT FROM ${doerOf(ctx).accountId}::int
      AND subject = ${shortened(event.subject)} LIMIT 1`.execute(statements(em));
  if (rows.length === 0) await recordTeamEvent(ctx, em, [teamId], event);
}

function doerOf({ viewer, address = null }: Recording): Doer {
  if (viewer.kind === 'app') return { accountId: null, installId: viewer.installId, address };
  const byPerson = viewer.kind === 'hostUser' || viewer.kind === 'account';
  return { accountId: byPerson ? viewer.accountId : null, installId: null, address };
}

const shortened = (text: string | null) =>
  text !== null && text.length > LONGEST ? `${text.slice(0, LONGEST - 1).toWellFormed()}…` : text;

/** An event in a team's audit trail. */
export interface TeamEventRow {
  readonly id: number;
  readonly kind: string;
  readonly at: Date | string;
  readonly accountId: number | null;
  readonly installId: number | null;
  readonly address: string | null;
  readonly subject: string | null;
  readonly change: string | null;
}

/** Returns a page from a team's audit trail, newest first. */
export async function findTeamEvents(
  ctx: Pick<SubgraphContext, 'db'>,
  teamId: number,
  listing: Listing,
): Promise<Page<TeamEventRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('id')));
  const { rows } = await sql<TeamEventRow>`
    SELECT id::float8 AS id, kind, at, account_id AS "accountId", install_id AS "installId", address, subject, change
    FROM team_events WHERE team_id = ${teamId} AND ${within}
    ${orderBy} ${limit}`.execute(statements(ctx));
  return pageOf(rows, slice, ({ id }) => [id]);
}
