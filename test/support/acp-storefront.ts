import { afterAll, beforeAll } from 'vitest';
import { type AcpAgent, type AcpSurface, acpAgent } from './acp.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import { daysAhead, type FoundStay, searchStays } from './stays.ts';

/** A running product for a test file, with an agent on each demo storefront's ACP surface. */
export interface AcpWorld {
  readonly platform: TestPlatform;
  /** `instant`: confirms bookings immediately, unsigned. */
  readonly lakeside: AcpAgent;
  /** `signed`: every request must be signed; sells in JPY. */
  readonly harbour: AcpAgent;
  readonly surfaceOf: (key: string) => AcpSurface;
  /** A stay at the storefront that no other test in this file uses: each call returns other dates. */
  readonly freshStay: (key?: string, nights?: number) => Promise<FoundStay>;
}

export const BUYER = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com' };

/** Starts the world before the file's tests and stops it after them. */
export function useAcpWorld(settings: Readonly<Record<string, string>> = {}): () => AcpWorld {
  let world: AcpWorld | null = null;
  let nextDay = 90;
  beforeAll(async () => {
    const platform = await startPlatform(settings);
    const surfaceOf = (key: string) => acpSurfaceTo(platform, key);
    world = {
      platform,
      surfaceOf,
      lakeside: acpAgent(surfaceOf('instant')),
      harbour: acpAgent(surfaceOf('signed')),
      async freshStay(key = 'instant', nights = 4) {
        const dates = { check_in: daysAhead(nextDay), check_out: daysAhead(nextDay + nights) };
        nextDay += nights;
        const [stay] = await searchStays(platform.address, surfaceOf(key).host, dates);
        if (!stay) throw new Error(`Nothing is free at ${key} for ${JSON.stringify(dates)}.`);
        return stay;
      },
    };
  });
  afterAll(async () => {
    await Promise.all([world?.lakeside.close(), world?.harbour.close()]);
    await world?.platform.close();
  });
  return () => {
    if (!world) throw new Error('The product is not running yet.');
    return world;
  };
}

/** A demo storefront's ACP surface on one server. */
export function acpSurfaceTo(platform: Pick<TestPlatform, 'address' | 'demo'>, key: string): AcpSurface {
  const storefront = platform.demo?.storefronts.find((each) => each.key === key);
  if (!storefront) throw new Error(`The demo world has no storefront "${key}".`);
  return {
    address: platform.address,
    host: storefront.host,
    apiKey: storefront.acp_api_key,
    signingSecret: storefront.acp_signing_secret,
  };
}

/** A cart line for `id`. */
export const line = (stay: Pick<FoundStay, 'id'>, quantity = 1) => ({ item: { id: stay.id }, quantity });
