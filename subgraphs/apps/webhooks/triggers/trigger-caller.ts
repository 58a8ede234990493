/** The team whose data is used to cause an event, by whom, for which app. */
export interface TriggerCaller {
  readonly teamId: number;
  readonly accountId: number;
  readonly app: string;
  /** Origin by which the API was reached. */
  readonly origin: string;
}
