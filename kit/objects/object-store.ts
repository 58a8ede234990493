import type { Readable } from 'node:stream';

/** An object to store: its size and digest are known before its bytes. */
export interface NewObject {
  readonly body: Readable | Uint8Array;
  readonly bytes: number;
  /** SHA-256 of the body, hex. */
  readonly sha256: string;
  readonly contentType: string;
}

/** A stored object, to be read once. */
export interface StoredObject {
  readonly body: Readable;
  readonly bytes: number;
}

/**
 * File storage: a folder, or a bucket in an S3-compatible service
 * (docs/reference/platform-settings.md#photos).
 */
export interface ObjectStore {
  /**
   * Stores an object completely or not at all, replacing any object with this key. Rejects with the body's
   * error.
   */
  readonly put: (key: string, object: NewObject) => Promise<void>;
  /** Null if there is none. */
  readonly get: (key: string) => Promise<StoredObject | null>;
  /** Removes the keys that exist. */
  readonly remove: (keys: readonly string[]) => Promise<void>;
}

const KEY = /^[\w-]+(?:\/[\w-]+(?:\.\w+)?)*$/;

/**
 * Returns the key: segments with letters, digits, dashes and underscores. Throws for any other, so that no
 * key escapes its store.
 */
export function checkedKey(key: string): string {
  if (key.length > 200 || !KEY.test(key)) throw new RangeError(`"${key}" isn't a valid object key.`);
  return key;
}
