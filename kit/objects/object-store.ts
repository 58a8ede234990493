import type { Readable } from 'node:stream';

/** Something to store: its size and digest are known before its bytes are. */
export interface NewObject {
  readonly body: Readable | Uint8Array;
  readonly bytes: number;
  /** SHA-256 of the body, hex. */
  readonly sha256: string;
  readonly contentType: string;
}

/** Something stored, to be read once. */
export interface StoredObject {
  readonly body: Readable;
  readonly bytes: number;
}

/** Where files are: a folder, or a bucket of an S3-compatible service (docs/reference/platform-settings.md#photos). */
export interface ObjectStore {
  /** Stores an object whole or not at all; one that has this key already is replaced. Rejects with what ended the body. */
  readonly put: (key: string, object: NewObject) => Promise<void>;
  /** Null if there is none. */
  readonly get: (key: string) => Promise<StoredObject | null>;
  /** Removes those that are there. */
  readonly remove: (keys: readonly string[]) => Promise<void>;
}

const KEY = /^[\w-]+(?:\/[\w-]+(?:\.\w+)?)*$/;

/** The key itself: segments of letters, digits, dashes and underscores. Throws for any other, so that no key leaves its store. */
export function checkedKey(key: string): string {
  if (key.length > 200 || !KEY.test(key)) throw new RangeError(`"${key}" is no key of an object.`);
  return key;
}
