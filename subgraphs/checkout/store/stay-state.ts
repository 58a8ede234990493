import { sql } from 'kysely';

/** A booking's stay state: twin of `stayStateOf` in `domain/stay.ts`. */
export const STAY_STATE = sql`coalesce(stay_state, CASE WHEN checked_out_at IS NOT NULL THEN 'departed'
  WHEN checked_in_at IS NOT NULL THEN 'in_house' ELSE 'expected' END)`;
