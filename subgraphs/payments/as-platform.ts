import type { Caller } from '#kit/execute.ts';

/**
 * The platform in the name of which an island of its own is asked: an app may say that money arrived, but what that means
 * to a booking is not the app's to decide.
 */
export const asPlatform = ({ requestId }: Pick<Caller, 'requestId'>): Caller => ({
  viewer: { kind: 'platform' },
  requestId,
});
