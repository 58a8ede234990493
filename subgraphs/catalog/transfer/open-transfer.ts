import type { TransferRow } from '../store/entities.ts';

/** An import or export that this process is working on. */
export interface OpenTransfer
  extends Pick<
    TransferRow,
    | 'id'
    | 'teamId'
    | 'accountId'
    | 'kind'
    | 'status'
    | 'applied'
    | 'attempts'
    | 'sourceUrl'
    | 'announcedSha256'
    | 'webhooks'
  > {
  readonly storefrontId: number;
}
