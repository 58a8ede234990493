/** Team whose data triggers an event, with the caller and the app. */
export interface TriggerCaller {
  readonly teamId: number;
  readonly accountId: number;
  readonly app: string;
  readonly appId: number;
  readonly installId: number;
  /** Origin at which the API was called. */
  readonly origin: string;
}
