/** Runs a statement and returns its rows. */
type Sql = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** The rows' owner and references. */
export interface JoinedRows {
  readonly teamId: number;
  readonly propertyId: number;
  readonly unitTypeId: number;
  readonly unitId: number;
  /** Apps with a payment session for each booking. */
  readonly installs: readonly { readonly id: number; readonly slug: string }[];
  readonly rows: number;
}

/** Inserts this many bookings, each with a cleaning and, for every install, a payment session with a refund. */
export async function insertJoinedRows(
  sql: Sql,
  { teamId, propertyId, unitTypeId, unitId, installs, rows }: JoinedRows,
): Promise<void> {
  await sql(
    `WITH s AS (
       INSERT INTO checkout.sessions (id, storefront_id, team_id, surface, status, lines, quote, hold_id, created_at,
         updated_at, expires_at)
       SELECT gen_random_uuid(), 1, $1, 'mcp', 'completed', '[]', '{}', gen_random_uuid(), now(), now(), now()
       FROM generate_series(1, $2) RETURNING id, hold_id
     )
     INSERT INTO checkout.bookings (checkout_id, hold_id, storefront_id, team_id, property_id, reference, permalink_id, status,
       check_in, check_out, time_zone, currency, total, lines, totals, adults, children, assigned_units, guest_first_name,
       guest_last_name, guest_email, hold_expires_at, created_at, updated_at)
     SELECT id, hold_id, 1, $1, $3, 'BK-' || left(id::text, 8), gen_random_uuid(), 'confirmed', '2027-01-02', '2027-01-04',
       'Europe/Zurich', 'EUR', 20000, $4, '[]', 2, 1, '[]', 'Ada', 'Lovelace', 'ada@example.com', now(), now(), now() FROM s`,
    [
      teamId,
      rows,
      propertyId,
      JSON.stringify([
        { unitTypeId, title: 'Loft, House', quantity: 1, subtotal: 20000, nightly: [10000, 10000] },
      ]),
    ],
  );
  const ours = `FROM checkout.bookings WHERE team_id = $1 AND guest_email = 'ada@example.com'`;
  await sql(
    `INSERT INTO tasks.task (team_id, task_type, status, property_id, booking_id, unit_type_id, unit_id, sla_ms, assign_by,
       version, created_at, updated_at)
     SELECT team_id, 'cleaning', 'OPEN', property_id, id, $2, $3, 900000, now(), 1, now(), now() ${ours}`,
    [teamId, unitTypeId, unitId],
  );
  for (const { id, slug } of installs) {
    await sql(
      `INSERT INTO payments.session (id, team_id, install_id, app_slug, app_name, booking_id, amount, currency, test, status,
         request, version, expires_at, created_at, updated_at)
       SELECT gen_random_uuid(), team_id, $2, $3, 'Pay', id, 20000, 'EUR', false, 'EXPIRED', '{}', 1, now(), now(), now() ${ours}`,
      [teamId, id, slug],
    );
  }
  await sql(
    `INSERT INTO payments.refund (id, session_id, team_id, install_id, amount, currency, reason, status, created_at, updated_at)
     SELECT gen_random_uuid(), id, team_id, install_id, 100, currency, 'Late', 'RESOLVED', now(), now()
     FROM payments.session WHERE team_id = $1 AND install_id = ANY ($2)`,
    [teamId, installs.map(({ id }) => id)],
  );
}
