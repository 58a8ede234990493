/** Adds `copies` unit types of each type at lakeside, with the same content, photos and nights. */
export async function copyUnitTypes(
  database: { readonly query: (text: string, values: unknown[]) => Promise<unknown> },
  copies: number,
): Promise<void> {
  await database.query(
    `WITH copied AS (
       SELECT u.id AS from_id, nextval(pg_get_serial_sequence('catalog.unit_type', 'id')) AS id, n
       FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
       JOIN catalog.storefront s ON s.id = p.storefront_id AND s.domain = 'lakeside.localhost', generate_series(2, 1 + $1::int) n
     ), added AS (
       INSERT INTO catalog.unit_type
       SELECT (jsonb_populate_record(u, jsonb_build_object('id', c.id, 'name', u.name || ' ' || c.n, 'external_id', NULL))).*
       FROM copied c JOIN catalog.unit_type u ON u.id = c.from_id
     )
     INSERT INTO catalog.night
     SELECT (jsonb_populate_record(nights, jsonb_build_object('unit_type_id', c.id))).*
     FROM copied c JOIN catalog.night nights ON nights.unit_type_id = c.from_id`,
    [copies],
  );
}
