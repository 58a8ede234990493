import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { newBookingReference, newUuid } from '#kit/ids.ts';
import type { Create } from './tables.ts';

const CREATE = {
  name: 'create',
  text: `
  INSERT INTO peer.session (id, status, unit_type_id, check_in, check_out, quantity, buyer, total, created_at, expires_at)
  SELECT $1, 'ready', $2::int, $3::date, $4::date, $5::int, $6::json, sum(rate) * $5::int, now(), now() + interval '24 hours'
  FROM peer.night WHERE unit_type_id = $2 AND night >= $3::date AND night < $4::date
  RETURNING total`,
};

const COMPLETE = {
  name: 'complete',
  text: `
  WITH session AS (
    SELECT * FROM peer.session WHERE id = $1 AND status = 'ready' FOR UPDATE
  ), nights AS (
    SELECT n.unit_type_id, n.night, n.held + s.quantity <= n.total AS free
    FROM peer.night n JOIN session s ON n.unit_type_id = s.unit_type_id AND n.night >= s.check_in AND n.night < s.check_out
    ORDER BY n.unit_type_id, n.night FOR UPDATE OF n
  ), bookable AS (
    SELECT s.* FROM session s WHERE (SELECT bool_and(free) FROM nights)
  ), taken AS (
    UPDATE peer.night n SET held = n.held + b.quantity FROM bookable b, nights l
    WHERE n.unit_type_id = l.unit_type_id AND n.night = l.night
  ), hold AS (
    INSERT INTO peer.hold SELECT $2, 'held', unit_type_id, check_in, check_out, quantity FROM bookable
  ), done AS (
    UPDATE peer.session s SET status = 'completed' FROM bookable b WHERE s.id = b.id
  ), keyed AS (
    INSERT INTO peer.idempotency SELECT id, $5, $6, json_build_object('reference', $3::text) FROM bookable
  )
  INSERT INTO peer.booking (session_id, hold_id, reference, permalink_id, status, total, guest, hold_expires_at)
  SELECT id, $2, $3, $4, 'held', total, buyer, now() + interval '2 hours' FROM bookable
  RETURNING reference`,
};

/** Peer (a): two bare routes with one SQL statement each. */
export function rawRoutes(app: FastifyInstance, databaseUrl: string): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
  app.addHook('onClose', () => pool.end());

  app.post<{ Body: Create }>('/raw/create', async ({ body }) => {
    const id = newUuid();
    const values = [
      id,
      body.unitTypeId,
      body.checkIn,
      body.checkOut,
      body.quantity,
      JSON.stringify(body.buyer),
    ];
    const { rows } = await pool.query({ ...CREATE, values });
    return { id, status: 'ready', total: Number(rows[0].total) };
  });

  app.post<{ Params: { id: string } }>('/raw/:id/complete', async ({ params, headers }) => {
    const fingerprint = createHash('sha256').update('{}').digest('hex');
    const key = String(headers['idempotency-key']);
    const values = [params.id, newUuid(), newBookingReference(), newUuid(), key, fingerprint];
    const { rows } = await pool.query({ ...COMPLETE, values });
    return { id: params.id, status: rows.length ? 'completed' : 'ready', order: rows[0] ?? null };
  });
}
