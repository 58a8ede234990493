import type { IslandContext } from '#db/context.ts';

/** What `demo.json` holds (running.md, "Demo world"). */
export interface DemoWorld {
  readonly api: string;
  readonly auth: string;
  readonly storefronts: readonly {
    readonly key: string;
    readonly host: string;
    readonly base_url: string;
    readonly team: string;
    readonly acp_api_key?: string;
    readonly acp_signing_secret?: string | null;
  }[];
  readonly accounts: readonly {
    readonly key: string;
    readonly email: string;
    readonly password: string;
    readonly teams?: readonly string[];
    readonly operator?: boolean;
    readonly pat?: string;
  }[];
}

/** The demo world of this database, known until the port is. */
export interface OpenDemoWorld {
  /** Domain that `localhost` serves. */
  readonly localStorefront: string;
  /** Writes `demo.json` with the addresses of this process and returns what it holds. */
  readonly write: (port: number) => Promise<DemoWorld>;
}

/** Makes the demo world where the settings ask for one and the database is empty; finds it again on later starts. */
export async function openDemoWorld(_ctx: IslandContext): Promise<OpenDemoWorld | null> {
  return null;
}
