/** GraphQL texts that an app's version registers, by id. */
export type Documents = Readonly<Record<string, string>>;

/** A reason why a document can't be registered, as a sentence. */
export interface DocumentIssue {
  readonly id: string;
  readonly message: string;
}

/** Checks documents against a dated version's schema and limits; jobs of different developers take turns. */
export interface DocumentCheck {
  /** Returns every document's first issue; `overrun` if checking takes too long. */
  readonly check: (
    documents: Documents,
    apiVersion: string,
    accountId: number,
  ) => Promise<readonly DocumentIssue[] | 'overrun'>;
}
