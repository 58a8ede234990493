import { getIntrospectionQuery } from 'graphql';

/** Header that names the operation, so that the bare route needn't read the text. */
export const OPERATION_HEADER = 'x-operation';

/** An operation as clients send it, and the single statement that serves it in a hand-written route. */
export interface JoinOperation {
  readonly name: string;
  readonly text: string;
  /** Text for the `index`-th request, if each request's text differs. */
  readonly textOf?: (index: number) => string;
  /** Variables for the `index`-th request. */
  readonly variables: (ids: JoinIds, index: number) => Readonly<Record<string, unknown>>;
  /** The parameters are the install, the team and the variables' values in order. */
  readonly sql: string;
  /** Statements that the product sends to PostgreSQL for the operation, plus one token look-up. */
  readonly statements: number;
  /** Requests per round. */
  readonly requests: number;
}

/** Ids that the operations query. */
export interface JoinIds {
  readonly taskIds: readonly string[];
  readonly bookingId: string;
}

const TASKS = `
  FROM tasks.task t
  LEFT JOIN (catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id) ON p.id = t.property_id AND s.team_id = $2
  LEFT JOIN catalog.unit u ON u.id = t.unit_id
  LEFT JOIN checkout.bookings b ON b.id = t.booking_id AND b.team_id = $2`;
const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
const MAJOR = `'FM999999990.00'`;

export const JOIN_OPERATIONS: readonly JoinOperation[] = [
  {
    name: 'one task',
    text: 'query ($id: ID!) { task(id: $id) { id taskType canonicalStatus propertyId bookingId createdAt } }',
    variables: ({ taskIds }, index) => ({ id: taskIds.at(index % taskIds.length) }),
    sql: `SELECT json_build_object('task', json_build_object('id', id::text, 'taskType', task_type, 'canonicalStatus', status,
        'propertyId', property_id::text, 'bookingId', booking_id::text, 'createdAt', to_char(created_at AT TIME ZONE 'UTC', ${ISO}))) AS data
      FROM tasks.task WHERE id = $3::bigint AND team_id = $2 AND $1::bigint > 0`,
    statements: 1,
    requests: 2_000,
  },
  {
    name: '50 tasks joined over three subgraphs',
    text: `query ($n: Int!) { tasks(first: $n) { nodes { id taskType canonicalStatus property { name timeZone } unit { name }
      booking { reference guestFirstName guestLastName party { adults children } } } } }`,
    variables: () => ({ n: 50 }),
    sql: `SELECT json_build_object('tasks', json_build_object('nodes', json_agg(json_build_object('id', t.id::text,
        'taskType', t.task_type, 'canonicalStatus', t.status,
        'property', json_build_object('name', p.name, 'timeZone', p.time_zone),
        'unit', CASE WHEN u.id IS NULL THEN NULL ELSE json_build_object('name', coalesce(u.name, u.place::text)) END,
        'booking', CASE WHEN b.id IS NULL THEN NULL ELSE json_build_object('reference', b.reference, 'guestFirstName', b.guest_first_name,
          'guestLastName', b.guest_last_name, 'party', json_build_object('adults', b.adults, 'children', b.children)) END)
        ORDER BY t.updated_at, t.id))) AS data
      FROM (SELECT * FROM tasks.task WHERE team_id = $2 AND $1::bigint > 0 ORDER BY updated_at, id LIMIT $3::int) o
      JOIN LATERAL (SELECT o.*) t ON true ${TASKS.replace('FROM tasks.task t', '')}`,
    statements: 5,
    requests: 60,
  },
  {
    name: 'a booking with everything',
    text: `query ($id: ID!) { booking(id: $id) { reference status checkIn checkOut guestFirstName party { adults children }
      property { name timeZone } lines { title quantity subtotal unitType { name } } tasks { nodes { id taskType canonicalStatus unit { name } } }
      paymentSessions { status amount refunds { status amount } } } }`,
    variables: ({ bookingId }) => ({ id: bookingId }),
    sql: `SELECT json_build_object('booking', json_build_object('reference', b.reference, 'status', b.status,
        'checkIn', b.check_in::text, 'checkOut', b.check_out::text, 'guestFirstName', b.guest_first_name,
        'party', json_build_object('adults', b.adults, 'children', b.children),
        'property', (SELECT json_build_object('name', p.name, 'timeZone', p.time_zone) FROM catalog.property p
          JOIN catalog.storefront s ON s.id = p.storefront_id WHERE p.id = b.property_id AND s.team_id = $2),
        'lines', (SELECT json_agg(json_build_object('title', l->>'title', 'quantity', l->'quantity', 'subtotal', l->'subtotal',
            'unitType', json_build_object('name', ut.name)))
          FROM json_array_elements(b.lines::json) l JOIN catalog.unit_type ut ON ut.id = (l->>'unitTypeId')::bigint),
        'tasks', json_build_object('nodes', (SELECT json_agg(json_build_object('id', t.id::text, 'taskType', t.task_type,
            'canonicalStatus', t.status, 'unit', json_build_object('name', coalesce(u.name, u.place::text))))
          FROM tasks.task t LEFT JOIN catalog.unit u ON u.id = t.unit_id WHERE t.booking_id = b.id AND t.team_id = $2)),
        'paymentSessions', (SELECT json_agg(json_build_object('status', ps.status, 'amount', to_char(ps.amount / 100.0, ${MAJOR}),
            'refunds', (SELECT json_agg(json_build_object('status', r.status, 'amount', to_char(r.amount / 100.0, ${MAJOR})))
              FROM payments.refund r WHERE r.session_id = ps.id)))
          FROM payments.session ps WHERE ps.booking_id = b.id AND ps.install_id = $1))) AS data
      FROM checkout.bookings b WHERE b.id = $3::bigint AND b.team_id = $2`,
    statements: 8,
    requests: 150,
  },
  {
    name: 'a mutation (a custom field of a task)',
    text: `mutation ($id: ID!, $value: String!, $namespace: String!) {
      taskSetCustomField(taskId: $id, namespace: $namespace, key: "code", value: $value, type: "string") { task { id } userErrors { code } } }`,
    variables: ({ taskIds }, index) => ({
      id: taskIds.at(index % taskIds.length),
      value: String(index),
      namespace: 'of the install',
    }),
    // Only the row: no event, no history.
    sql: `UPDATE tasks.task SET custom_fields = jsonb_build_array(jsonb_build_object('namespace', $5::text, 'key', 'code', 'value', $4::text)),
        version = version + 1, updated_at = now() WHERE id = $3::bigint AND team_id = $2 AND $1::bigint > 0
      RETURNING json_build_object('taskSetCustomField', json_build_object('task', json_build_object('id', id::text), 'userErrors', json_build_array())) AS data`,
    statements: 2,
    requests: 400,
  },
];

/** Instant used in the `index`-th text; always before the first row. */
const since = (index: number) => new Date(1_577_836_800_000 + index * 1_000).toISOString();

/** Operations without joins; bench/joins.ts runs them too, but their statements aren't counted. */
export const PLAIN_OPERATIONS: readonly JoinOperation[] = [
  {
    name: 'text that does not repeat',
    text: '{ tasks(first: 1, filter: { updatedSince: "2020-01-01T00:00:00.000Z" }) { nodes { id taskType } } }',
    textOf: (index) =>
      `{ tasks(first: 1, filter: { updatedSince: "${since(index)}" }) { nodes { id taskType } } }`,
    variables: () => ({}),
    sql: `SELECT json_build_object('tasks', json_build_object('nodes', (SELECT json_agg(json_build_object('id', t.id::text, 'taskType', t.task_type))
        FROM (SELECT id, task_type FROM tasks.task WHERE team_id = $2 AND $1::bigint > 0 AND updated_at >= '2020-01-01'
          ORDER BY updated_at, id LIMIT 1) t))) AS data`,
    statements: 1,
    requests: 1_000,
  },
  {
    name: 'introspection, as GraphiQL asks',
    text: getIntrospectionQuery(),
    variables: () => ({}),
    // A hand-written route returns its cached data; it still looks up the caller.
    sql: '',
    statements: 0,
    requests: 250,
  },
];
