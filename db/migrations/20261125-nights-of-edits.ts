import { Migration } from '@mikro-orm/migrations';

/**
 * Nights that are put on sale have the units of their type: an edit of the units and the nights being made wait for one another,
 * where a night made meanwhile kept the units of before.
 */
export class NightsOfEdits extends Migration {
  override up(): void {
    this.addSql(`
      CREATE OR REPLACE FUNCTION catalog.extend_nights(since date, horizon date, only_unit_type integer DEFAULT NULL)
      RETURNS integer LANGUAGE plpgsql AS $$
      DECLARE
        made integer;
      BEGIN
        -- A statement of its own: the next one sees what was committed while this one waited.
        PERFORM FROM catalog.unit_type u
          WHERE (only_unit_type IS NULL OR u.id = only_unit_type)
            AND NOT EXISTS (SELECT FROM catalog.night n WHERE n.unit_type_id = u.id AND n.night = horizon)
          ORDER BY u.id FOR SHARE;
        INSERT INTO catalog.night (unit_type_id, night, total, rate, min_stay, max_stay, closed_to_arrival,
            closed_to_departure)
          SELECT u.id, day.night, u.units, past.rate, past.min_stay, past.max_stay,
            coalesce(past.closed_to_arrival, false), coalesce(past.closed_to_departure, false)
          FROM catalog.unit_type u
          CROSS JOIN LATERAL (SELECT max(n.night) AS night FROM catalog.night n WHERE n.unit_type_id = u.id) AS newest
          CROSS JOIN LATERAL generate_series(
            coalesce(newest.night + 1, since)::timestamp, horizon::timestamp, '1 day') AS stamp
          CROSS JOIN LATERAL (SELECT stamp::date AS night) AS day
          LEFT JOIN catalog.night past ON past.unit_type_id = u.id AND past.night = day.night - 364
          WHERE only_unit_type IS NULL OR u.id = only_unit_type
          ORDER BY u.id, day.night
          ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS made = ROW_COUNT;
        RETURN made;
      END $$;
    `);
  }
}
