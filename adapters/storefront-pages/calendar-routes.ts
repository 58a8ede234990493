import type { FastifyInstance } from 'fastify';
import { ask, type StorefrontPages } from './ask.ts';
import { icalCalendarDocument } from './generated.ts';
import { PageNotFound } from './problems.ts';
import { sendCalendar, unitTypeCalendar } from './unit-type-calendar.ts';

/**
 * Serves calendars for other platforms (docs/interface/ical.md#export). Anyone who has the link can read the
 * calendar.
 */
export function calendarRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  app.get<{ Params: { unitTypeId: string; file: string } }>(
    '/ical/:unitTypeId/:file',
    async (request, reply) => {
      const storefront = await pages.storefronts.of(request);
      const { unitTypeId, file } = request.params;
      const token = /^([\w-]+)\.ics$/.exec(file)?.[1] ?? '';
      const asked = { storefrontId: storefront.id, unitTypeId, token };
      const { icalCalendar } = await ask(pages, request, icalCalendarDocument, asked);
      if (!icalCalendar) throw new PageNotFound(storefront);
      const body = unitTypeCalendar(storefront, icalCalendar);
      return sendCalendar(request, reply, body, new Date(icalCalendar.changedAt));
    },
  );
}
