import { readConfig } from '#kit/config.ts';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import { openPlatform } from '#server/platform.ts';
import { freePort } from './process.ts';

/** The five subgraphs as services, and settings that connect a gateway to them. */
export interface SubgraphServices {
  readonly settings: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

/** Starts each subgraph as `ROLE=subgraph:<name>` on its own port; they reach one another over HTTP too. */
export async function startSubgraphServices(
  settings: Readonly<Record<string, string>>,
): Promise<SubgraphServices> {
  const ports = await Promise.all(SUBGRAPH_NAMES.map(() => freePort()));
  const urls = Object.fromEntries(
    SUBGRAPH_NAMES.map((name, index) => [
      `SUBGRAPH_URL_${name.toUpperCase()}`,
      `http://127.0.0.1:${ports[index]}`,
    ]),
  );
  const remote = { SUBGRAPHS: 'remote', ...urls };
  const services = await Promise.all(
    SUBGRAPH_NAMES.map((name, index) =>
      openPlatform(
        readConfig({
          ...settings,
          ...remote,
          ROLE: `subgraph:${name}`,
          PORT: String(ports[index]),
          SEED: 'none',
        }),
      ),
    ),
  );
  return {
    settings: remote,
    close: async () => {
      await Promise.all(services.map((service) => service.close()));
    },
  };
}
