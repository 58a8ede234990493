import { Unavailable } from './unavailable.ts';

/**
 * The promise's value, or an `Unavailable` after `ms`. What it waited for may still go on: use it where that is harmless. The
 * process may have been too busy to read an answer that is there: what has arrived is read before it is given up.
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
