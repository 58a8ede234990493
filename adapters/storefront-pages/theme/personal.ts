import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageTemplate } from '#theme/vocabulary.ts';
import type { Html } from '../../page/shell.ts';
import type { StorefrontPages } from '../ask.ts';
import { page } from '../layout.ts';
import { PRIVATE, sendPage } from '../send.ts';
import type { Visit } from '../visit.ts';
import { inTheme, type ThemedPage } from './themed.ts';

/** Sends a guest's own page, rendered for each request and never stored. */
export async function sendPersonal(
  pages: Pick<StorefrontPages, 'themes'>,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  page: ThemedPage,
): Promise<FastifyReply> {
  const { body, themed, injected } = await inTheme(pages, request, visit, page);
  return sendPage(reply.headers(PRIVATE), visit, body, {
    ...(page.needs && { needs: page.needs }),
    ...(themed && { themed }),
    ...(injected && { injected }),
  });
}

/** A page whose whole content is the platform's. */
export interface OwnPage {
  readonly title: string;
  readonly main: Html;
}

/** Describes a page that only has a theme's layout, on themes that have the template it belongs to. */
export const inLayout = (visit: Visit, name: PageTemplate, { title, main }: OwnPage): ThemedPage => ({
  name,
  title,
  objects: {},
  blocks: { content: main },
  isLayoutOnly: true,
  plain: () => page(visit, title, main),
});
