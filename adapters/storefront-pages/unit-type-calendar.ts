import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTag } from '#kit/etag.ts';
import type { Storefront } from '../storefront.ts';
import type { IcalCalendarQuery } from './generated.ts';
import { dateValue, printed, stamp, text } from './icalendar.ts';

/**
 * A calendar must have a component (RFC 5545 section 3.6). If there are no events, it contains a time zone,
 * which doesn't block any dates.
 */
const UTC_ZONE: readonly string[] = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
];

type Calendar = NonNullable<IcalCalendarQuery['icalCalendar']>;

/**
 * Writes a unit type's calendar for other platforms (RFC 5545): an all-day event for each range of nights
 * without a free unit, without guest data. The same nights always produce the same file
 * (docs/interface/ical.md#export).
 */
export function unitTypeCalendar(
  { name, domain }: Pick<Storefront, 'name' | 'domain'>,
  { calendarId, ownId, changedAt, spans }: Calendar,
): string {
  const changed = stamp(new Date(changedAt));
  return printed([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lodging platform//Calendars//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(name)}`,
    `X-LODGING-CALENDAR:${ownId}`,
    ...(spans.length === 0 ? UTC_ZONE : []),
    ...spans.flatMap(({ checkIn, checkOut, reserved, via }) => [
      'BEGIN:VEVENT',
      `UID:${calendarId}-${dateValue(checkIn)}@${domain}`,
      `DTSTAMP:${changed}`,
      `DTSTART;VALUE=DATE:${dateValue(checkIn)}`,
      `DTEND;VALUE=DATE:${dateValue(checkOut)}`,
      `SUMMARY:${reserved ? 'Reserved' : 'Not available'}`,
      'TRANSP:OPAQUE',
      `X-LODGING-VIA:${via.join(',')}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]);
}

/** Sends a calendar, or 304 if the reader already has it (RFC 9110 section 13). */
export function sendCalendar(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  changedAt: Date,
): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const lastModified = new Date(Math.floor(changedAt.getTime() / 1_000) * 1_000);
  reply.headers({
    etag,
    'last-modified': lastModified.toUTCString(),
    'cache-control': 'private, max-age=60',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  if (isSame(request, etag, lastModified)) return reply.code(304).send();
  return reply.type('text/calendar; charset=utf-8').send(body);
}

function isSame({ headers }: FastifyRequest, etag: string, lastModified: Date): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return hasTag(known, etag);
  const since = headers['if-modified-since'];
  return since !== undefined && Date.parse(since) >= lastModified.getTime();
}
