import { type TypedTables, typedTables } from '#db/typed.ts';
import type {
  CancellationPolicyEntity,
  ChannelConnectionEntity,
  ChannelMessageEntity,
  ChannelNightEntity,
  ChannelPushEntity,
  ChannelRateEntity,
  ChannelRoomEntity,
  ChannelUnmappedRoomEntity,
  ClosedUnitNightEntity,
  IcalEventEntity,
  IcalExportEntity,
  IcalFeedEntity,
  IcalNightEntity,
  IcalShownEntity,
  InjectionCheckEntity,
  InjectionPlacementEntity,
  InjectionSuspensionEntity,
  MediaEntity,
  PropertyEntity,
  RatePlanEntity,
  StorefrontDomainEntity,
  StorefrontEntity,
  StorefrontLookEntity,
  StorefrontThemeEntity,
  TransferEntity,
  TransferPieceEntity,
  TransferRowEntity,
  UnitTypeEntity,
} from './entities.ts';

export type Tables = TypedTables<
  | typeof CancellationPolicyEntity
  | typeof ChannelConnectionEntity
  | typeof ChannelMessageEntity
  | typeof ChannelNightEntity
  | typeof ChannelPushEntity
  | typeof ChannelRateEntity
  | typeof ChannelRoomEntity
  | typeof ChannelUnmappedRoomEntity
  | typeof ClosedUnitNightEntity
  | typeof IcalEventEntity
  | typeof IcalExportEntity
  | typeof IcalFeedEntity
  | typeof IcalNightEntity
  | typeof IcalShownEntity
  | typeof InjectionCheckEntity
  | typeof InjectionPlacementEntity
  | typeof InjectionSuspensionEntity
  | typeof MediaEntity
  | typeof PropertyEntity
  | typeof RatePlanEntity
  | typeof StorefrontDomainEntity
  | typeof StorefrontEntity
  | typeof StorefrontLookEntity
  | typeof StorefrontThemeEntity
  | typeof TransferEntity
  | typeof TransferPieceEntity
  | typeof TransferRowEntity
  | typeof UnitTypeEntity
>;

/** Typed statements for the catalog's tables, with the entities' names. */
export const tables = typedTables<Tables>('catalog');
