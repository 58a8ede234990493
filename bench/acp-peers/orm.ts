import { createHash } from 'node:crypto';
import { defineEntity, LockMode, p } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import type { FastifyInstance } from 'fastify';
import { newBookingReference, newUuid } from '#kit/ids.ts';
import type { Create } from './tables.ts';

const schema = 'peer';

const Night = defineEntity({
  name: 'PeerNight',
  tableName: 'night',
  schema,
  properties: {
    unitTypeId: p.integer().primary(),
    night: p.date().primary(),
    rate: p.bigint('number'),
    total: p.integer(),
    held: p.integer(),
  },
});

const Session = defineEntity({
  name: 'PeerSession',
  tableName: 'session',
  schema,
  properties: {
    id: p.uuid().primary(),
    status: p.text(),
    unitTypeId: p.integer(),
    checkIn: p.date(),
    checkOut: p.date(),
    quantity: p.integer(),
    buyer: p.json<object>(),
    total: p.bigint('number'),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});

const Hold = defineEntity({
  name: 'PeerHold',
  tableName: 'hold',
  schema,
  properties: {
    id: p.uuid().primary(),
    state: p.text(),
    unitTypeId: p.integer(),
    checkIn: p.date(),
    checkOut: p.date(),
    quantity: p.integer(),
  },
});

const Booking = defineEntity({
  name: 'PeerBooking',
  tableName: 'booking',
  schema,
  properties: {
    id: p.integer().primary().autoincrement(),
    sessionId: p.uuid(),
    holdId: p.uuid(),
    reference: p.text(),
    permalinkId: p.uuid(),
    status: p.text(),
    total: p.bigint('number'),
    guest: p.json<object>(),
    holdExpiresAt: p.datetime(),
  },
});

const Idempotency = defineEntity({
  name: 'PeerIdempotency',
  tableName: 'idempotency',
  schema,
  properties: {
    sessionId: p.uuid().primary(),
    key: p.text().primary(),
    fingerprint: p.text(),
    answer: p.json<object>(),
  },
});

const HOUR_MS = 3_600_000;

/** Peer (b): the same effect on entities and a unit of work, written as in the ORM's guide. */
export async function ormRoutes(app: FastifyInstance, databaseUrl: string): Promise<void> {
  const orm = await MikroORM.init({
    clientUrl: databaseUrl,
    entities: [Night, Session, Hold, Booking, Idempotency],
    pool: { min: 2, max: 16 },
  });
  app.addHook('onClose', () => orm.close());
  const nightsOf = (stay: { unitTypeId: number; checkIn: string; checkOut: string }) => ({
    unitTypeId: stay.unitTypeId,
    night: { $gte: stay.checkIn, $lt: stay.checkOut },
  });
  const orderBy = { unitTypeId: 'asc', night: 'asc' } as const;

  app.post<{ Body: Create }>('/orm/create', async ({ body }) => {
    const em = orm.em.fork();
    const nights = await em.find(Night, nightsOf(body), { orderBy });
    const now = new Date();
    const session = em.create(Session, {
      ...body,
      id: newUuid(),
      status: 'ready',
      total: nights.reduce((sum, { rate }) => sum + rate, 0) * body.quantity,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 24 * HOUR_MS),
    });
    await em.flush();
    return { id: session.id, status: session.status, total: session.total };
  });

  app.post<{ Params: { id: string } }>('/orm/:id/complete', async ({ params, headers }) =>
    orm.em.fork().transactional(async (em) => {
      const session = await em.findOneOrFail(Session, params.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const nights = await em.find(Night, nightsOf(session), {
        orderBy,
        lockMode: LockMode.PESSIMISTIC_WRITE,
      });
      const { id, quantity, unitTypeId, checkIn, checkOut, total, buyer } = session;
      if (session.status !== 'ready' || nights.some((night) => night.held + quantity > night.total)) {
        return { id, status: session.status, order: null };
      }
      for (const night of nights) night.held += quantity;
      session.status = 'completed';
      const hold = em.create(Hold, { id: newUuid(), state: 'held', unitTypeId, checkIn, checkOut, quantity });
      const { reference } = em.create(Booking, {
        sessionId: id,
        holdId: hold.id,
        reference: newBookingReference(),
        permalinkId: newUuid(),
        status: 'held',
        total,
        guest: buyer,
        holdExpiresAt: new Date(Date.now() + 2 * HOUR_MS),
      });
      em.create(Idempotency, {
        sessionId: id,
        key: String(headers['idempotency-key']),
        fingerprint: createHash('sha256').update('{}').digest('hex'),
        answer: { reference },
      });
      return { id, status: session.status, order: { reference } };
    }),
  );
}
