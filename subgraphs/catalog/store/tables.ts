import { type TypedTables, typedTables } from '#db/typed.ts';
import type {
  IcalEventEntity,
  IcalExportEntity,
  IcalFeedEntity,
  IcalNightEntity,
  StorefrontEntity,
  UnitTypeEntity,
} from './entities.ts';

export type Tables = TypedTables<
  | typeof IcalEventEntity
  | typeof IcalExportEntity
  | typeof IcalFeedEntity
  | typeof IcalNightEntity
  | typeof StorefrontEntity
  | typeof UnitTypeEntity
>;

/** Typed statements over the tables of catalog, in the names of their entities. */
export const tables = typedTables<Tables>('catalog');
