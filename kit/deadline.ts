import { Unavailable } from './unavailable.ts';

/**
 * Returns the promise's value, or throws `Unavailable` after `ms`. The work may continue, so use it only
 * where that is harmless. A busy process may not have read a response that has arrived, so buffered input is
 * read before giving up.
 */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let afterReading: NodeJS.Immediate | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      afterReading = setImmediate(() => reject(new Unavailable(`${what} took longer than ${ms} ms.`)));
    }, ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    clearImmediate(afterReading);
  }
}
